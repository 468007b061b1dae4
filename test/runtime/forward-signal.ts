import type { ChildProcess } from 'node:child_process'

/**
 * Forwards a signal to the app. Does nothing on Windows, where the console also sends Ctrl+C to the app. There, Node's `kill` would end the
 * app before it has saved anything.
 */
export function forwardSignal(child: Pick<ChildProcess, 'kill'>, signal: NodeJS.Signals, platform: NodeJS.Platform): void {
  if (platform !== 'win32') child.kill(signal)
}
