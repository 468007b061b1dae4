import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { openPracticeService, type PracticeOptions, type PracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio, type Studio, type StudioOptions } from '../../electron/studio.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/** The usual setup of an integration test. A real studio with its own folder is connected to a practice service. */
export type Setup = {
  readonly folder: string
  readonly dataDir: string
  readonly practice: PracticeService
  studio: Studio
  /** Closes the studio and opens it again on the same folder. `changes`: options that differ from the first start. */
  readonly reopen: (changes?: Partial<StudioOptions>) => Promise<Studio>
  /** Waits until the task is in one of `phases`. On timeout, the error names the task's current phase. */
  readonly until: (id: string, ...phases: readonly Phase[]) => Promise<Task>
  /** Returns the number of charges for a task in the ledger. Counts all tasks if `taskId` is omitted. */
  readonly charges: (taskId?: string | null) => number
  /** Returns the number of calls whose path ends with `ending`. */
  readonly callsTo: (ending: string) => number
  readonly picture: (name: string, size?: { readonly width: number; readonly height: number }) => Promise<string>
  readonly text: (name: string, content: string) => Promise<string>
}

/** Time limit for a wait, in milliseconds. Long, because a step can take many seconds on a busy machine. */
const patienceInMs = 300_000

export async function openSetup(
  options: { readonly practice?: PracticeOptions; readonly studio?: Partial<StudioOptions> } = {}
): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-story-'))
  const dataDir = join(folder, 'data')
  const practice = await openPracticeService({ results: 'tiny', timeScale: 0.01, ...options.practice })
  const open = (changes: Partial<StudioOptions> = {}): Promise<Studio> =>
    openStudio({
      dataDir,
      connection: { baseUrl: practice.url, apiKey: new Secret(practice.apiKey) },
      timeScale: 0.01,
      ...options.studio,
      ...changes
    })
  const setup: Setup = {
    folder,
    dataDir,
    practice,
    studio: await open(),
    reopen: async (changes) => {
      await setup.studio.close()
      setup.studio = await open(changes)
      return setup.studio
    },
    until: async (id, ...phases) => {
      const giveUpAt = Date.now() + patienceInMs
      for (;;) {
        const task = setup.studio.task(id)
        if (task !== null && phases.includes(task.phase)) return task
        if (Date.now() > giveUpAt) {
          const told = setup.studio.timeline(id).map((entry) => `${entry.code} ${entry.errorType ?? ''}`)
          throw new Error(`The task is ${task?.phase ?? 'unknown'}, not ${phases.join(' or ')}.\n${told.join('\n')}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    charges: (taskId) =>
      practice.ledger().filter((entry) => entry.kind === 'charge' && (taskId === undefined || entry.taskId === taskId)).length,
    callsTo: (ending) => practice.calls().filter((loggedCall) => loggedCall.path.split('?')[0]?.endsWith(ending)).length,
    picture: async (name, size = { width: 640, height: 480 }) => {
      const path = join(folder, name)
      await sharp({ create: { ...size, channels: 3, background: '#c8a58a' } }).toFile(path)
      return path
    },
    text: async (name, content) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    }
  }
  onTestFinished(async () => {
    await setup.studio.close()
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  })
  return setup
}

export const standardImageGenerator = 'imgmodel-image-generator'
export const imageGenerator3 = 'imgmodel-3-0-image-generator'

/** Polls until `isTrue` returns true. Throws after `patienceInMs`. */
export async function waitFor(isTrue: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + patienceInMs
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error('The condition wasn’t met in time.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
