import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { build } from '../tools/build.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { electronVersion } from './launch-arguments.ts'
import { findElectron } from './which-runtime.ts'

/**
 * `npm start`: builds what has changed and opens the app, in real Electron where it is or can be fetched, else in the stand-in.
 * What stands after `npm start --` goes to the app.
 */
const root = join(import.meta.dirname, '..', '..')
const appArguments = process.argv.slice(2)
const longestProbeInMs = 4000
const longestFetchInMs = 10 * 60_000

type Start = { readonly command: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }

async function start(): Promise<void> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return giveUp('There is no screen here (DISPLAY is not set). `npm run tour` runs the main job without one and writes pictures.')
  const electron = findElectron() ?? (await fetchElectron())
  const chosen = electron === null ? inStandIn() : inElectron(electron)
  if (chosen === null)
    return giveUp(
      'Neither Electron nor a Chromium is here. Install Chromium or Chrome, or run `npx install-electron` where github.com can be reached.'
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
  console.log(`Electron cannot be fetched from here: Kiln opens in the stand-in runtime, on ${chromium}.`)
  const env = { ...process.env, STANDIN_HEADED: '1', STANDIN_DESKTOP: '1' }
  return { command: process.execPath, args: [join(import.meta.dirname, 'boot.ts'), root, ...appArguments], env }
}

/** Since version 42 the package fetches its executable when it is first needed. Null: it could not be had. */
async function fetchElectron(): Promise<string | null> {
  if (!(await isSourceInReach())) return null
  console.log(`Fetching Electron ${electronVersion()}, once (about 120 MB) …`)
  spawnSync(process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], { stdio: 'ignore', timeout: longestFetchInMs })
  return findElectron()
}

/** The downloader itself tries for minutes. Behind a proxy only it can tell. */
async function isSourceInReach(): Promise<boolean> {
  const { HTTPS_PROXY, https_proxy: lowerCase, ELECTRON_MIRROR, npm_config_electron_mirror: fromNpm } = process.env
  if (HTTPS_PROXY || lowerCase) return true
  const { hostname, port, protocol } = new URL(ELECTRON_MIRROR || fromNpm || 'https://github.com/')
  const socket = connect({ host: hostname, port: Number(port || (protocol === 'http:' ? 80 : 443)) })
  return new Promise((resolve) => {
    const answer = (isInReach: boolean) => (): void => {
      socket.destroy()
      resolve(isInReach)
    }
    socket.setTimeout(longestProbeInMs, answer(false)).once('connect', answer(true)).once('error', answer(false))
  })
}

function run({ command, args, env }: Start): void {
  const child = spawn(command, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => giveUp(`Kiln did not start: ${error.message}`))
  child.once('exit', (exitCode, signal) => {
    process.exitCode = exitCode ?? (signal === null ? 1 : 0)
  })
}

function giveUp(words: string): void {
  console.error(words)
  process.exitCode = 1
}

await start()
