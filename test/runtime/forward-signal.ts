import type { ChildProcess } from 'node:child_process'

/**
 * Forwards a signal to the app. Does nothing on Windows, where the console already sends Ctrl+C to the app. On Windows, Node's `kill` would
 * end the app before it has saved its data.
 */
export function forwardSignal(child: Pick<ChildProcess, 'kill'>, signal: NodeJS.Signals, platform: NodeJS.Platform): void {
  if (platform !== 'win32') child.kill(signal)
}
