import type { WebContents } from 'electron'

/** `gone`: the page's process crashed again within a minute. `hung`: the page doesn't respond. */
export type RendererFailure = 'gone' | 'hung'

/** If the page crashes twice within this time, Kiln asks the user before it reloads the page. */
const soonInMs = 60_000

/**
 * Recovers a page whose process crashed or hangs. Without this, Electron leaves an empty window. After the first crash, Kiln reloads the
 * page. Kiln asks the user after a second crash within a minute, and after a hang. Tasks keep running in the main process.
 */
export function recoverRenderer(
  contents: Pick<WebContents, 'on' | 'reload' | 'forcefullyCrashRenderer' | 'isDestroyed'>,
  parts: {
    /** Resolves to true if the page should be reloaded. The dialog closes without an answer when `signal` aborts. */
    readonly ask: (trouble: RendererFailure, signal: AbortSignal) => Promise<boolean>
    readonly isQuitting: () => boolean
    readonly onFailure: (event: string, facts: { readonly [name: string]: string | number }) => void
    readonly now: () => number
  }
): void {
  const { ask, isQuitting, onFailure, now } = parts
  let lastGoneAt = -Infinity
  let question: AbortController | null = null

  async function reloads(trouble: RendererFailure): Promise<boolean> {
    question?.abort()
    const opened = new AbortController()
    question = opened
    const isWanted = await ask(trouble, opened.signal)
    if (question === opened) question = null
    return isWanted && !opened.signal.aborted && !contents.isDestroyed()
  }

  async function recover(): Promise<void> {
    const isSoon = now() - lastGoneAt < soonInMs
    lastGoneAt = now()
    if (isSoon && !(await reloads('gone'))) return
    // Waits until Chromium has notified all other listeners of the crash.
    setImmediate(() => {
      if (!contents.isDestroyed()) contents.reload()
    })
  }

  async function offerReload(): Promise<void> {
    if (!(await reloads('hung'))) return
    // A hung page can't be reloaded, so its process is ended. The resulting crash must not count as an earlier crash.
    lastGoneAt = -Infinity
    contents.forcefullyCrashRenderer()
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    onFailure('page.gone', { reason, exitCode })
    question?.abort()
    if (reason !== 'clean-exit' && !isQuitting()) void recover()
  })
  contents.on('unresponsive', () => {
    onFailure('page.unresponsive', {})
    if (question === null && !isQuitting()) void offerReload()
  })
  contents.on('responsive', () => question?.abort())
  contents.on('preload-error', (_event, _path, error) => onFailure('page.preload', { message: error.message }))
}
