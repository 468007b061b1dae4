import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { openPracticeService, type PracticeOptions, type PracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio, type Studio, type StudioOptions } from '../../electron/studio.ts'
import type { Phase, Task } from '../../shared/task.ts'

/** Everything a story needs: the real studio against the real practice service, on a folder of its own. */
export type Story = {
  readonly folder: string
  readonly dataDir: string
  readonly practice: PracticeService
  studio: Studio
  /** Closes the studio and opens it again on the same folder. */
  readonly reopen: (changes?: Partial<StudioOptions>) => Promise<Studio>
  /** Waits until the task is in one of these phases; says where it stands when it takes too long. */
  readonly until: (id: string, ...phases: readonly Phase[]) => Promise<Task>
  /** Charges in the ledger, for one task or for all. */
  readonly charges: (taskId?: string | null) => number
  /** How often a call was made, by the end of its path. */
  readonly callsTo: (ending: string) => number
  readonly picture: (name: string, size?: { readonly width: number; readonly height: number }) => Promise<string>
  readonly text: (name: string, content: string) => Promise<string>
}

/** Ends a test that hangs; on a busy machine a step can take many seconds. */
const patienceInMs = 60_000

export async function openStory(
  options: { readonly practice?: PracticeOptions; readonly studio?: Partial<StudioOptions> } = {}
): Promise<Story> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-story-'))
  const dataDir = join(folder, 'data')
  const practice = await openPracticeService({ results: 'tiny', timeScale: 0.01, ...options.practice })
  const open = (changes: Partial<StudioOptions> = {}): Promise<Studio> =>
    openStudio({ dataDir, connection: { baseUrl: practice.url, apiKey: practice.apiKey }, timeScale: 0.01, ...options.studio, ...changes })
  const story: Story = {
    folder,
    dataDir,
    practice,
    studio: await open(),
    reopen: async (changes) => {
      await story.studio.close()
      story.studio = await open(changes)
      return story.studio
    },
    until: async (id, ...phases) => {
      const giveUpAt = Date.now() + patienceInMs
      for (;;) {
        const task = story.studio.task(id)
        if (task !== null && phases.includes(task.phase)) return task
        if (Date.now() > giveUpAt) {
          const told = story.studio.timeline(id).map((entry) => `${entry.words} ${entry.errorType ?? ''}`)
          throw new Error(`Task is ${task?.phase ?? 'unknown'}, not ${phases.join(' or ')}.\n${told.join('\n')}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    charges: (taskId) =>
      practice.ledger().filter((entry) => entry.kind === 'charge' && (taskId === undefined || entry.taskId === taskId)).length,
    callsTo: (ending) => practice.calls().filter((call) => call.path.split('?')[0]?.endsWith(ending)).length,
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
    await story.studio.close()
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  })
  return story
}

export const standard = 'imgmodel-image-generator'
export const third = 'imgmodel-3-0-image-generator'

/** Looks again and again; fails when it does not come to pass within a minute. */
export async function waitFor(isTrue: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + patienceInMs
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error('It did not come to pass within a minute.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
