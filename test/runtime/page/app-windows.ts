import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { profileArguments } from '../chromium/chromium-process.ts'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'

const longestWaitInMs = 10_000

/**
 * App windows without tabs or an address bar. DevTools can't open such a window, but a second invocation of the executable on the same
 * profile can. It passes the URL to the running process and exits. Only this runtime serves the URL, with an empty document. The request
 * for the URL identifies the page in the new window.
 */
export class AppWindows {
  private readonly awaited = new Map<string, (targetId: string) => void>()

  /**
   * Resolves to the target ID of the empty page. The page has the same origin as `address`. Otherwise, Chromium would show the address in
   * the window.
   */
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

  /** Returns the empty document for a window that is being opened. Null if no window is being opened at this address. */
  answer(address: string, targetId: string): string | null {
    const { pathname, search } = new URL(address)
    const tell = this.awaited.get(pathname + search)
    if (tell === undefined) return null
    this.awaited.delete(pathname + search)
    tell(targetId)
    return `<!doctype html><html style="background: ${decodeURIComponent(search.slice(1))}">`
  }
}
