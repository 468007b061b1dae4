/** How a child ended. `stderr`: its complete error output. */
export type ChildProcessExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly stderr: string }

/**
 * True if a child ended by `process.kill(process.pid, 'SIGKILL')`. Windows doesn't have signals, so the child ends with exit code 1 there.
 * An uncaught error has the same exit code, but prints its reason.
 */
export function hasKilledItself({ code, signal, stderr }: ChildProcessExit, platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== 'win32') return signal === 'SIGKILL'
  return signal === null && code === 1 && stderr === ''
}
