/** A program and its first arguments, for starting npm without a shell. */
export type NpmCommand = { readonly command: string; readonly args: readonly string[] }

/**
 * Returns the command that starts npm. npm passes the path of its own script in `npm_execpath`. The command uses that path if it is set.
 * Windows always needs the path, because `npm.cmd` needs a shell. A shell would split paths at spaces. @throws on Windows if the path is
 * unknown.
 */
export function npmCommand(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): NpmCommand {
  const script = env['npm_execpath'] ?? ''
  if (/npm-cli\.c?js$/.test(script)) return { command: process.execPath, args: [script] }
  if (platform === 'win32') throw new Error('Start this through npm, for example `npm run package`.')
  return { command: 'npm', args: [] }
}
