import { createWriteStream } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Diagnostics, IntegrityReport, StoredDataPart } from '../../shared/app/diagnostics.ts'
import type { Settings } from '../../shared/app/settings.ts'
import type { DiagnosticsPort } from '../ipc/ports.ts'
import type { Studio } from '../studio.ts'
import { listCrashDumps } from './crash-dumps.ts'
import { redactLogLine } from './logger.ts'

type DiagnosticsParts = {
  readonly dataDir: string
  readonly crashDumps: string
  readonly versions: Diagnostics['versions']
  readonly settings: () => Settings
  readonly studio: Pick<
    Studio,
    'requests' | 'checkIntegrity' | 'tasks' | 'countByPhase' | 'unreadableTasks' | 'supportBundle' | 'contract' | 'account'
  >
  /** Copies a file to the chosen path atomically. */
  readonly saveCopy: (from: string, to: string) => Promise<void>
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
}

/** Maximum number of support bundles in the ZIP file, newest first. Only unconfirmed, failed and `support` tasks have a bundle. */
const mostBundles = 50
/** Maximum number of crash dumps in the ZIP file, newest first. Included only if the user agrees. */
const mostDumps = 5

/** Creates the port that reads diagnostic data, checks stored data and saves support ZIP files. */
export function createDiagnostics(parts: DiagnosticsParts): DiagnosticsPort {
  const { dataDir, crashDumps, versions, settings, studio, saveCopy, onProgress } = parts
  let running: { readonly stop: AbortController; readonly report: Promise<IntegrityReport> } | null = null

  const places: Readonly<Record<StoredDataPart, readonly string[]>> = {
    journal: [...withLogs('journal.db'), 'backups'],
    desk: withLogs('desk.sqlite'),
    library: withLogs('library.sqlite'),
    thumbnails: ['thumbnails'],
    previews: ['faces'],
    logs: ['logs'],
    crashDumps: [],
    practice: ['practice']
  }

  async function read(): Promise<Diagnostics> {
    const sizes = await Promise.all(
      Object.entries(places).map(async ([part, names]) => {
        const paths = part === 'crashDumps' ? [crashDumps] : names.map((name) => join(dataDir, name))
        const bytes = await Promise.all(paths.map(bytesOf))
        return [part, bytes.reduce((sum, one) => sum + one, 0)] as const
      })
    )
    return {
      versions,
      contract: studio.contract(),
      crashDumps: listCrashDumps(crashDumps).length,
      sizes: Object.fromEntries(sizes) as Diagnostics['sizes'],
      requests: studio.requests()
    }
  }

  /**
   * Returns the ZIP file's text files, as pairs of name and text. Texts are redacted like the log. Support bundles aren't redacted. They
   * don't contain secrets, and redaction could remove the idempotency key.
   */
  async function texts(): Promise<readonly (readonly [string, string])[]> {
    const { requests, ...facts } = await read()
    const logs = (await readdir(join(dataDir, 'logs')).catch(() => [])).filter((name) => /^kiln\.log(?:\.\d)?$/.test(name))
    const byPhase = studio.countByPhase()
    const due = studio.tasks({ phases: ['support', 'failed', 'unconfirmed'], limit: mostBundles })
    const { libraryFolder, network, ...set } = settings()
    const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
    const fenced = [
      ['versions-and-sizes.json', asJson({ ...facts, platform: process.platform, arch: process.arch, service: studio.account().baseUrl })],
      ['settings.json', asJson({ ...set, libraryFolder, network: { ...network, pacUrl: bareAddress(network.pacUrl) } })],
      ['requests.json', asJson(requests)],
      [
        'journal.json',
        asJson({
          tasks: Object.values(byPhase).reduce((sum, count) => sum + count, 0),
          unreadable: studio.unreadableTasks(),
          byPhase
        })
      ],
      ...(await Promise.all(logs.map(async (name) => [`logs/${name}`, await readFile(join(dataDir, 'logs', name), 'utf8')] as const)))
    ] as const
    return [
      ...fenced.map(([name, text]) => [name, text.split('\n').map(redactLogLine).join('\n')] as const),
      ...due.map(({ id }) => [`tasks/${id}.txt`, studio.supportBundle(id)] as const)
    ]
  }

  return {
    read,
    check: () => {
      if (running === null) {
        const stop = new AbortController()
        const report = studio.checkIntegrity({ signal: stop.signal, onProgress }).finally(() => {
          running = null
        })
        running = { stop, report }
      }
      return running.report
    },
    stopCheck: () => running?.stop.abort(),
    saveAll: async (target, { withCrashDumps }) => {
      const workplace = await mkdtemp(join(dataDir, '.diagnostics-'))
      try {
        const whole = join(workplace, 'whole.zip')
        const zip = new ZipFile()
        const written = pipeline(zip.outputStream, createWriteStream(whole))
        zip.on('error', (error: Error) => (zip.outputStream as Readable).destroy(error))
        for (const [name, text] of await texts()) zip.addBuffer(Buffer.from(text), name)
        if (withCrashDumps) {
          for (const { path } of listCrashDumps(crashDumps).slice(0, mostDumps)) {
            // Skips a dump that is being written or deleted.
            const dump = await readFile(path).catch(() => null)
            if (dump !== null) zip.addBuffer(dump, `crashes/${basename(path)}`)
          }
        }
        zip.end()
        await written
        await saveCopy(whole, target)
      } finally {
        await rm(workplace, { recursive: true, force: true })
      }
    }
  }
}

function withLogs(name: string): readonly string[] {
  return [name, `${name}-wal`, `${name}-shm`]
}

/** Returns a file's size in bytes, or the total size of all files in a folder. 0 if the path doesn't exist. */
async function bytesOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null)
  if (found === null) return 0
  if (!found.isDirectory()) return found.size
  const names = await readdir(path).catch(() => [])
  const bytes = await Promise.all(names.map((name) => bytesOf(join(path, name))))
  return bytes.reduce((sum, one) => sum + one, 0)
}

/** Returns a URL without its username, password, query and fragment. Empty if the URL is invalid. */
function bareAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}
