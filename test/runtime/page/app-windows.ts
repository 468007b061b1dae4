import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { profileArguments } from '../chromium/chromium-process.ts'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'

const longestWaitInMs = 10_000

/**
 * Windows without tabs and address bar, as apps have them. DevTools cannot open one; a second call of the executable on the same
 * profile can: it hands the address over to the running process and leaves. The address is one that only this runtime answers,
 * with an empty document, and the request for it tells which page the new window shows.
 */
export class AppWindows {
  private readonly awaited = new Map<string, (targetId: string) => void>()

  /** Resolves with the target id of the empty page; its origin is that of `address`, or Chromium would show the address after all. */
  async open(chromium: ChromiumProcess, address: string, background: string): Promise<string> {
    const path = `/.stand-in-window/${randomUUID()}?${encodeURIComponent(background)}`
    const opened = new Promise<string>((resolve) => this.awaited.set(path, resolve))
    const caller = spawn(chromium.executable, [...profileArguments(chromium.options), `--app=${new URL(path, address).href}`], {
      stdio: 'ignore'
    })
    caller.once('error', (error) => console.error(error))
    const inTime = new AbortController()
    const late = delay(longestWaitInMs, undefined, { signal: inTime.signal }).then(() => {
      throw new Error(`stand-in: ${chromium.executable} opened no window`)
    })
    try {
      return await Promise.race([opened, late])
    } finally {
      late.catch(() => {})
      inTime.abort()
    }
  }

  /** The empty document for a window that was awaited; null for any other address. */
  answer(address: string, targetId: string): string | null {
    const { pathname, search } = new URL(address)
    const tell = this.awaited.get(pathname + search)
    if (tell === undefined) return null
    this.awaited.delete(pathname + search)
    tell(targetId)
    return `<!doctype html><html style="background: ${decodeURIComponent(search.slice(1))}">`
  }
}
