import type { EventEmitter } from 'node:events'
import { createPreventableEvent } from './preventable-event.ts'

/**
 * Simulates a shutdown, a restart or a sign-out by the user.
 * - On Windows, each window receives `query-session-end`. If no listener prevents it, each window receives `session-end`, and the app ends
 * without `before-quit`.
 * - On other systems, `powerMonitor` first emits `shutdown`. The app is then asked to quit.
 */
export function simulateShutdown(parts: {
  readonly platform: NodeJS.Platform
  readonly windows: () => readonly EventEmitter[]
  readonly powerMonitor: EventEmitter
  readonly quit: () => void
  /** Ends the process immediately, without any event. */
  readonly end: () => void
}): void {
  const { platform, windows, powerMonitor, quit, end } = parts
  if (platform !== 'win32') {
    powerMonitor.emit('shutdown', createPreventableEvent({}))
    return quit()
  }
  const query = createPreventableEvent({ reasons: ['shutdown'] })
  for (const window of windows()) window.emit('query-session-end', query)
  if (query.defaultPrevented) return
  for (const window of windows()) window.emit('session-end', createPreventableEvent({ reasons: ['shutdown'] }))
  end()
}
