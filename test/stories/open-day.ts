import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { makeMaterials, ownFilesIn } from '../chaos/materials.ts'
import { makeWishes, type Wishes } from '../chaos/wishes.ts'
import { createHandDrivenTime, type HandDrivenTime } from './hand-driven-time.ts'
import { openWatchedWire, type WatchedWire } from './watched-wire.ts'

/** A studio, its service and its person, in a time that passes by hand. */
export type Day = {
  readonly time: HandDrivenTime
  readonly wire: WatchedWire
  readonly practice: PracticeService
  readonly dataDir: string
  readonly wishes: Wishes
  studio: Studio
  /** Closes the studio and opens it again on the same folder. */
  readonly reopen: () => Promise<void>
}

export async function openDay(options: {
  readonly startsAt: number
  readonly startingCredits: number
  /** How many tasks are wished for, by themselves and in batches. */
  readonly tasks: number
  readonly random: () => number
}): Promise<Day> {
  const { startsAt, startingCredits, tasks, random } = options
  const folder = await mkdtemp(join(tmpdir(), 'kiln-day-'))
  const own = join(folder, 'own')
  const dataDir = join(folder, 'data')
  await mkdir(own)
  const materials = await makeMaterials(folder)
  const wire = openWatchedWire()
  const time = createHandDrivenTime(startsAt, wire.isBusy)
  // A task takes 20 to 45 seconds, so that it is asked for several times.
  const practice = await openPracticeService({ results: 'tiny', timeScale: 5, startingCredits, clock: time.serviceClock })
  const open = (): Promise<Studio> =>
    openStudio({
      dataDir,
      connection: { baseUrl: practice.url, apiKey: practice.apiKey },
      clock: time.machineClock(),
      dispatcherFor: () => wire.dispatcher
    })
  const day: Day = {
    time,
    wire,
    practice,
    dataDir,
    wishes: makeWishes('1.0', { tasks, random, materials, ownFile: ownFilesIn(own, materials) }),
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
