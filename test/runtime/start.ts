import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from '../tools/build.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { downloadElectron } from './download-electron.ts'
import { forwardSignal } from './forward-signal.ts'
import { sandboxProblem } from './linux-sandbox.ts'
import { systemGlibEnvironment } from './system-glib-environment.ts'
import { findElectron } from './choose-runtime.ts'

/**
 * `npm start`: builds the changed parts and opens the app. Uses real Electron if it is available or can be downloaded, otherwise the
 * stand-in. Arguments after `npm start --` are passed to the app.
 */
const root = join(import.meta.dirname, '..', '..')
const appArguments = process.argv.slice(2)

type Start = { readonly command: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }

async function start(): Promise<void> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return giveUp('No display is available (DISPLAY isn’t set). `npm run tour` runs the main job without one and saves screenshots.')
  const electron = findElectron() ?? (await downloadElectron())
  const problem = electron === null ? null : sandboxProblem(electron)
  if (problem !== null) return giveUp(problem)
  const chosen = electron === null ? inStandIn() : inElectron(electron)
  if (chosen === null)
    return giveUp(
      'Neither Electron nor Chromium is installed. Install Chromium or Chrome, or run `npx install-electron` with access to github.com.'
    )
  await build()
  run(chosen)
}

function inElectron(electron: string): Start {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  return { command: electron, args: [...(isRoot ? ['--no-sandbox'] : []), root, ...appArguments], env }
}

function inStandIn(): Start | null {
  const chromium = findChromium()
  if (chromium === null) return null
  console.log(`Electron isn’t installed. Kiln opens in the stand-in runtime, with ${chromium}.`)
  const env = { ...process.env, ...systemGlibEnvironment(), STANDIN_HEADED: '1', STANDIN_DESKTOP: '1' }
  return { command: process.execPath, args: [join(import.meta.dirname, 'boot.ts'), root, ...appArguments], env }
}

function run({ command, args, env }: Start): void {
  const child = spawn(command, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => forwardSignal(child, signal, process.platform))
  child.once('error', (error) => giveUp(`Kiln couldn’t start: ${error.message}`))
  child.once('exit', (exitCode, signal) => {
    process.exitCode = exitCode ?? (signal === null ? 1 : 0)
  })
}

function giveUp(words: string): void {
  console.error(words)
  process.exitCode = 1
}

await start()
