import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { electronVersion } from './launch-arguments.ts'
import { findElectron } from './choose-runtime.ts'

const longestProbeInMs = 4000
const longestFetchInMs = 10 * 60_000
const installScript = join(import.meta.dirname, '..', '..', 'node_modules', 'electron', 'install.js')

/**
 * Downloads Electron's executable and returns its path. Null if the source is unreachable or the download failed. Since Electron 42,
 * installing the package doesn't download the executable.
 */
export async function downloadElectron(): Promise<string | null> {
  if (!(await isSourceInReach())) return null
  console.log(`Downloading Electron ${electronVersion()}, once (about 120 MB)…`)
  const exitCode = await installElectron(process.env)
  const electron = findElectron()
  if (electron === null) console.error(`Electron couldn’t be installed (exit code ${exitCode ?? 'none'}). The reason is above.`)
  return electron
}

/**
 * Runs the installer of Electron's package and resolves to its exit code. Resolves to null if the installer was killed. The installer
 * prints to this terminal.
 */
function installElectron(env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [installScript], {
      env: withProxy(env),
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: longestFetchInMs
    })
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

/**
 * Returns `env` with an additional variable that makes the downloader use the environment's proxy. The downloader ignores the proxy by
 * default.
 */
export function withProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env['HTTPS_PROXY'] || env['https_proxy'] ? { ...env, ELECTRON_GET_USE_PROXY: '1' } : env
}

/**
 * True if the download server is reachable. Checked before the download, because the downloader retries for minutes. Always true behind a
 * proxy, where only the downloader can reach the server.
 */
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
