import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { hostPlatform } from '../host-platform.ts'
import { DevtoolsConnection } from './devtools-connection.ts'
import { findChromium } from './find-chromium.ts'

const flags = [
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--disable-search-engine-choice-screen',
  '--disable-popup-blocking',
  '--disable-hang-monitor',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-ipc-flooding-protection',
  '--disable-infobars',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-features=MediaRouter,OptimizationHints,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,Translate,LensOverlay',
  // Blocks DNS lookups of all host names except localhost. The page therefore can't reach a network by accident. The app's own protocols
  // don't need DNS.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

export type ChromiumOptions = {
  readonly profileDir: string
  readonly isHeaded: boolean
  /** Port of a second DevTools connection, for Playwright. Null if only the stand-in connects. */
  readonly devtoolsPort: string | null
  readonly isSandboxed: boolean
  /** Passed on to Chromium unchanged. */
  readonly switches: readonly string[]
}

export type ChromiumProcess = {
  readonly options: ChromiumOptions
  readonly connection: DevtoolsConnection
  readonly executable: string
  /** The line `DevTools listening on ws://…` that Chromium prints. Null if `devtoolsPort` is null. */
  readonly devtoolsLine: string | null
  /** Resolves when the process has exited. The value is null after a requested or normal exit, otherwise the signal, exit code or error. */
  readonly exited: Promise<string | null>
  /** Asks Chromium to exit, kills it after 3 seconds, and resolves once it has exited. */
  readonly close: () => Promise<void>
}

/** Returns the arguments that every invocation for this profile needs. With them, a second invocation reaches the running process. */
export function profileArguments(options: Pick<ChromiumOptions, 'profileDir' | 'isSandboxed'>): string[] {
  return [`--user-data-dir=${options.profileDir}`, ...(options.isSandboxed ? [] : ['--no-sandbox', '--test-type'])]
}

/** Starts Chromium without a window. Rejects with Chromium's output if it fails to start. */
export async function startChromium(options: ChromiumOptions): Promise<ChromiumProcess> {
  const executable = findChromium()
  if (executable === null) throw new Error('stand-in: no Chromium or Chrome found. Install one, or set STANDIN_CHROMIUM to its path')
  mkdirSync(options.profileDir, { recursive: true })
  await untilProfileIsFree(options.profileDir)

  const child = spawn(
    executable,
    [
      ...profileArguments(options),
      '--remote-debugging-pipe',
      ...(options.devtoolsPort === null ? [] : [`--remote-debugging-port=${options.devtoolsPort}`]),
      ...(options.isHeaded ? [] : ['--headless', '--disable-gpu']),
      ...flags,
      ...options.switches
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] }
  )
  let isLeaving = false
  const exited = new Promise<string | null>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve(isLeaving || exitCode === 0 ? null : (signal ?? `exit code ${exitCode}`)))
    child.once('error', (error) => resolve(error.message))
  })
  // If the main process exits unexpectedly, Chromium must not outlive it.
  process.once('exit', () => child.kill('SIGKILL'))
  const printed: string[] = []
  const devtoolsLine = new Promise<string>((resolve) => {
    const stderr = child.stdio[2] as Readable
    stderr.setEncoding('utf8').on('data', (text: string) => {
      printed.push(text)
      const line = /^DevTools listening on ws:.*$/m.exec(printed.join(''))
      if (line) resolve(line[0])
      if (line || printed.length > 100) printed.splice(0)
    })
  })
  const neverCameUp = exited.then(() => {
    throw new Error(`stand-in: ${executable} didn’t start\n${printed.join('')}`)
  })
  neverCameUp.catch(() => {})

  const connection = new DevtoolsConnection(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const [, line] = await Promise.race([
    Promise.all([connection.browser.send('Browser.getVersion'), options.devtoolsPort === null ? null : devtoolsLine]),
    neverCameUp
  ])

  const close = async (): Promise<void> => {
    isLeaving = true
    connection.browser.send('Browser.close').catch(() => {})
    const insist = setTimeout(() => child.kill('SIGKILL'), 3000)
    await exited
    clearTimeout(insist)
  }
  return { options, connection, executable, devtoolsLine: line, exited, close }
}

/**
 * Waits until no Chromium uses the profile. Chromium needs a second or two to notice that its main process was killed. A new Chromium
 * started in that time would pass its arguments to the old one and exit. Chromium's lock is a symbolic link whose target ends in the
 * process ID (Linux and macOS).
 */
async function untilProfileIsFree(profileDir: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(50)) {
    const pid = lockingProcess(profileDir)
    if (pid === null || !holdsProfile(pid, profileDir)) return
  }
  throw new Error(`stand-in: another Chromium uses ${profileDir}`)
}

function lockingProcess(profileDir: string): number | null {
  try {
    return Number(readlinkSync(join(profileDir, 'SingletonLock')).split('-').at(-1))
  } catch {
    return null
  }
}

/** True if the process uses the profile. On Linux, checks the command line. A reused process ID or a zombie therefore doesn't count. */
function holdsProfile(pid: number, profileDir: string): boolean {
  try {
    if (hostPlatform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profileDir)
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
