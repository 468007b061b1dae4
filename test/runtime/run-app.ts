import { spawn } from 'node:child_process'
import { chooseRuntime, runtimeExecutable } from './choose-runtime.ts'

export type AppRun = { readonly exitCode: number | null; readonly output: string }

/**
 * Starts the app in `appDir` as a user would. Uses real Electron if available, otherwise the stand-in. Resolves when the process exits.
 * `words`: arguments for the app.
 */
export function runApp(appDir: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<AppRun> {
  const runtime = chooseRuntime()
  const { ELECTRON_RUN_AS_NODE: _, ...kept } = env
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const child = spawn(runtimeExecutable(runtime), [...(isRoot ? ['--no-sandbox'] : []), appDir, ...words], { env: kept })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, output: printed.join('') }))
  })
}
