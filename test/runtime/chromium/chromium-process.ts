import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
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
  // No name resolves: the page cannot reach a network by accident. What the app's own protocols answer needs no name.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

export type ChromiumOptions = {
  readonly profileDir: string
  readonly isHeaded: boolean
  /** Opens a second DevTools door on a port, for Playwright; null: none. */
  readonly devtoolsPort: string | null
  readonly isSandboxed: boolean
  /** Given on as they are. */
  readonly switches: readonly string[]
}

export type ChromiumProcess = {
  readonly options: ChromiumOptions
  readonly connection: DevtoolsConnection
  readonly executable: string
  /** `DevTools listening on ws://…`, as Chromium says it; null without a port. */
  readonly devtoolsLine: string | null
  /** Settles when the process is gone; with how it ended when nobody had asked it to leave. */
  readonly exited: Promise<string | null>
  /** Asks it to leave, insists after 3 seconds, and resolves when it is gone. */
  readonly close: () => Promise<void>
}

/** Arguments that every call for this profile shares, so that a second call reaches the running process. */
export function profileArguments(options: Pick<ChromiumOptions, 'profileDir' | 'isSandboxed'>): string[] {
  return [`--user-data-dir=${options.profileDir}`, ...(options.isSandboxed ? [] : ['--no-sandbox', '--test-type'])]
}

/** Starts Chromium without a window. Rejects with what it printed when it does not come up. */
export async function startChromium(options: ChromiumOptions): Promise<ChromiumProcess> {
  const executable = findChromium()
  if (executable === null) throw new Error('stand-in: no Chromium or Chrome found; install one, or name it in STANDIN_CHROMIUM')
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
  // A main process that ends by itself takes its pages along.
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
    throw new Error(`stand-in: ${executable} did not start\n${printed.join('')}`)
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
 * A main process that was killed leaves a Chromium behind that needs a second or two to notice; a new one on the same profile
 * would hand itself over to it and go. Chromium's lock is a link that ends in the process id (Linux and macOS).
 */
async function untilProfileIsFree(profileDir: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(50)) {
    const pid = lockingProcess(profileDir)
    if (pid === null || !holdsProfile(pid, profileDir)) return
  }
  throw new Error(`stand-in: another Chromium holds ${profileDir}`)
}

function lockingProcess(profileDir: string): number | null {
  try {
    return Number(readlinkSync(join(profileDir, 'SingletonLock')).split('-').at(-1))
  } catch {
    return null
  }
}

/** Linux tells the command line: a process that merely got the number since, or one that is dead but not yet buried, does not count. */
function holdsProfile(pid: number, profileDir: string): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profileDir)
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
