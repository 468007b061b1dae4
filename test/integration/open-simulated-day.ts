import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { createSampleMedia, createUniqueImageWriter } from '../chaos/sample-media-paths.ts'
import { createWorkload, type Workload } from '../chaos/workload.ts'
import { createSharedManualClock, type SharedManualClock } from './shared-manual-clock.ts'
import { openObservedConnection, type ObservedConnection } from './observed-connection.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/** A studio, its service and its tasks, on a manual clock. */
export type SimulatedDay = {
  readonly time: SharedManualClock
  readonly wire: ObservedConnection
  readonly practice: PracticeService
  readonly dataDir: string
  readonly workload: Workload
  studio: Studio
  /** Closes the studio and opens it again on the same data folder. */
  readonly reopen: () => Promise<void>
}

export async function openSimulatedDay(options: {
  readonly startsAt: number
  readonly startingCredits: number
  /** Number of tasks in the workload, including those in batches. */
  readonly tasks: number
  readonly random: () => number
}): Promise<SimulatedDay> {
  const { startsAt, startingCredits, tasks, random } = options
  const folder = await mkdtemp(join(tmpdir(), 'kiln-day-'))
  const own = join(folder, 'own')
  const dataDir = join(folder, 'data')
  await mkdir(own)
  const materials = await createSampleMedia(folder)
  const wire = openObservedConnection()
  const time = createSharedManualClock(startsAt, wire.isBusy)
  // Each task takes 20 to 45 seconds, so the studio checks its status several times.
  const practice = await openPracticeService({ results: 'tiny', timeScale: 5, startingCredits, clock: time.serviceClock })
  const open = (): Promise<Studio> =>
    openStudio({
      dataDir,
      connection: { baseUrl: practice.url, apiKey: new Secret(practice.apiKey) },
      clock: time.machineClock(),
      dispatcherFor: () => wire.dispatcher
    })
  const day: SimulatedDay = {
    time,
    wire,
    practice,
    dataDir,
    workload: createWorkload('1.0', { tasks, random, materials, ownFile: createUniqueImageWriter(own, materials) }),
    studio: await open(),
    reopen: async () => {
      await day.studio.close()
      day.studio = await open()
    }
  }
  onTestFinished(async () => {
    await day.studio.close()
    await wire.close()
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  })
  return day
}
