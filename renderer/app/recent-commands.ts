/** Number of commands to remember. */
const most = 5
let recent: readonly string[] = []

/** Keys of the commands that the user ran since the start, newest first. */
export function recentCommands(): readonly string[] {
  return recent
}

export function rememberCommand(key: string): void {
  recent = [key, ...recent.filter((one) => one !== key)].slice(0, most)
}
