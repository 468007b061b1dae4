import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { profileArguments } from '../chromium/chromium-process.ts'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'

const longestWaitInMs = 10_000

/**
 * Opens windows without tabs or an address bar.
 * DevTools can't open such a window, but a second invocation of Chromium with the same profile can. It passes a URL to the running process
 * and exits. The stand-in serves this URL with an empty document. The request for the URL shows which page is in the new window.
 */
export class AppWindows {
  private readonly awaited = new Map<string, (targetId: string) => void>()

  /**
   * Opens a window and resolves to its page's target ID. The page is empty and has the same origin as `address`. Chromium would show
   * another origin's URL in the window. `background`: a CSS colour.
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

  /** Returns the empty document's HTML for a window that is being opened. Null if no window is being opened at this URL. */
  answer(address: string, targetId: string): string | null {
    const { pathname, search } = new URL(address)
    const tell = this.awaited.get(pathname + search)
    if (tell === undefined) return null
    this.awaited.delete(pathname + search)
    tell(targetId)
    return `<!doctype html><html style="background: ${decodeURIComponent(search.slice(1))}">`
  }
}
