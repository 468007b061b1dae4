import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Backup, createBackup, listBackups } from '../../../electron/tasks/journal/backups.ts'
import { openStudio, type Studio } from '../../../electron/studio.ts'
import { createSharedManualClock, type SharedManualClock } from '../../integration/shared-manual-clock.ts'
import { openObservedConnection } from '../../integration/observed-connection.ts'
import { createOutputFile } from '../output-file.ts'
import { rogueImageGeneratorId } from '../open-rogue-setup.ts'
import { applyPersonalityChanges, type PersonalityChanges, defaultPersonality } from '../personality.ts'
import { openRogueService, type RogueService } from '../rogue-service.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

/** An instance of Kiln with a rogue service. The test can copy Kiln's data, and controls the clock. */
export type RestoreWorld = {
  readonly time: SharedManualClock
  readonly service: RogueService
  readonly folder: string
  /** The data folder to copy. */
  readonly dataDir: string
  /** The instance of Kiln that uses `dataDir`. */
  original: Studio
  /** Opens another instance of Kiln, which is closed at the end of the test. */
  readonly open: (dataDir: string) => Promise<Studio>
  readonly pass: (durationInMs: number) => Promise<void>
  /** Cuts or restores the network. While it is cut, no instance of Kiln can send a request. */
  readonly cutNetwork: (isCut: boolean) => void
  /** Registers work that runs before the next submission is transmitted. The journal then already records the submission as sent. */
  readonly onNextSubmission: (work: () => Promise<void>) => void
  readonly photo: () => Promise<string>
  readonly backUp: () => Promise<Backup>
  readonly copyFolder: () => Promise<string>
}

export const minuteInMs = 60_000
export const hourInMs = 60 * minuteInMs

export async function openRestoreWorld(options: {
  readonly personality: PersonalityChanges
  readonly seed: number
  /** Milliseconds since 1970. */
  readonly startsAt: number
}): Promise<RestoreWorld> {
  const wire = openObservedConnection()
  let copiesUnderWay = 0
  const time = createSharedManualClock(options.startsAt, () => wire.isBusy() || copiesUnderWay > 0)
  const personality = applyPersonalityChanges(defaultPersonality, options.personality)
  const service = await openRogueService({ personality, seed: options.seed, timeScale: 1, now: time.now })
  await makeEarlierTask(service)
  await time.passUntil(time.now() + 2 * hourInMs)
  const folder = await mkdtemp(join(tmpdir(), 'kiln-matrix-'))
  const dataDir = join(folder, 'data')
  const opened: Studio[] = []
  let workBeforeSubmission: (() => Promise<void>) | null = null
  const dispatcher = wire.dispatcher.compose((dispatch) => (request, handler) => {
    const work = workBeforeSubmission
    if (work === null || !request.path.endsWith('/submit')) return dispatch(request, handler)
    workBeforeSubmission = null
    copiesUnderWay += 1
    void work().finally(() => {
      dispatch(request, handler)
      copiesUnderWay -= 1
    })
    return true
  })

  async function open(on: string): Promise<Studio> {
    const connection = { baseUrl: service.url, apiKey: new Secret(service.account.apiKey()) }
    const studio = await openStudio({ dataDir: on, connection, clock: time.machineClock(), dispatcherFor: () => dispatcher })
    opened.push(studio)
    return studio
  }

  const world: RestoreWorld = {
    time,
    service,
    folder,
    dataDir,
    original: await open(dataDir),
    open,
    pass: (durationInMs) => time.passUntil(time.now() + durationInMs),
    cutNetwork: (isCut) => {
      wire.isCut = () => isCut
    },
    onNextSubmission: (work) => {
      workBeforeSubmission = work
    },
    photo: async () => {
      const path = join(folder, 'photo.png')
      await writeFile(path, createOutputFile('large-png', 'photo').bytes)
      return path
    },
    backUp: async () => {
      const at = Math.trunc(time.now())
      await createBackup(dataDir, at, { newest: 100, days: 100 }, new AbortController().signal)
      return (await listBackups(dataDir)).find((backup) => backup.at === at) as Backup
    },
    copyFolder: async () => {
      const copy = join(folder, 'copy')
      // Skips the library index: a worker thread writes it, and Kiln rebuilds it if it's missing. Skips partial files, which may appear and
      // disappear during the copy.
      await cp(dataDir, copy, { recursive: true, filter: (path) => !path.includes('library.sqlite') && !path.endsWith('.part') })
      return copy
    }
  }
  onTestFinished(async () => {
    for (const studio of opened) await studio.close()
    await wire.close()
    await service.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  return world
}

/** Creates a task with this account, as if on another computer. The recent-task list then goes back further than the test's own tasks. */
async function makeEarlierTask({ url, account }: RogueService): Promise<void> {
  const headers = {
    authorization: `Bearer ${account.apiKey()}`,
    'content-type': 'application/json',
    'idempotency-key': 'of another computer'
  }
  const response = await fetch(`${url}/api/v1/${rogueImageGeneratorId}/submit`, { method: 'POST', headers, body: '{"prompt":"a plate"}' })
  if (!response.ok) throw new Error(`The request for the earlier task returned status ${response.status}.`)
}
