/** A program and its first arguments, for starting npm without a shell. */
export type NpmCommand = { readonly command: string; readonly args: readonly string[] }

/**
 * Returns the command that starts npm. A script that npm runs gets the path of npm's own script, which is then used. Windows always needs
 * this path, because it can start `npm.cmd` only through a shell, which splits paths at spaces.
 */
export function npmCommand(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): NpmCommand {
  const script = env['npm_execpath'] ?? ''
  if (/npm-cli\.c?js$/.test(script)) return { command: process.execPath, args: [script] }
  if (platform === 'win32') throw new Error('Start this through npm, for example `npm run package`.')
  return { command: 'npm', args: [] }
}
