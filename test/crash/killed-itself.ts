/** How a child ended. `stderr`: its complete error output. */
export type ChildEnding = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly stderr: string }

/**
 * True if a child ended by `process.kill(process.pid, 'SIGKILL')`. Windows has no signals, so there the child ends with exit code 1. An
 * uncaught error has the same exit code, but prints its reason.
 */
export function killedItself({ code, signal, stderr }: ChildEnding, platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== 'win32') return signal === 'SIGKILL'
  return signal === null && code === 1 && stderr === ''
}
