import type { EventEmitter } from 'node:events'
import { makePreventableEvent } from './preventable-event.ts'

/**
 * Simulates a shutdown, a restart or a sign-out by the user.
 * - Windows asks each window (`query-session-end`). If no window objects, Windows notifies them (`session-end`) and ends the app without
 * `before-quit`.
 * - On other systems, `powerMonitor` first emits `shutdown`. Then the app is asked to quit.
 */
export function shutDown(parts: {
  readonly platform: NodeJS.Platform
  readonly windows: () => readonly EventEmitter[]
  readonly powerMonitor: EventEmitter
  readonly quit: () => void
  /** Ends the process immediately, without any event. */
  readonly end: () => void
}): void {
  const { platform, windows, powerMonitor, quit, end } = parts
  if (platform !== 'win32') {
    powerMonitor.emit('shutdown', makePreventableEvent({}))
    return quit()
  }
  const query = makePreventableEvent({ reasons: ['shutdown'] })
  for (const window of windows()) window.emit('query-session-end', query)
  if (query.defaultPrevented) return
  for (const window of windows()) window.emit('session-end', makePreventableEvent({ reasons: ['shutdown'] }))
  end()
}
