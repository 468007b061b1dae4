import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { markerFileName } from '../../electron/library/folders/folder-marker.ts'
import { openStudio, type Studio, type StudioOptions } from '../../electron/studio.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import { originalDigest } from '../electron/library/original-digest.ts'
import { applyPersonalityChanges, defaultPersonality, type PersonalityChanges } from './personality.ts'
import { createOutputFile } from './output-file.ts'
import { type RogueTaskSnapshot, openRogueService, type RogueService } from './rogue-service.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/** The real studio with its own folder, connected to the rogue service. */
export type RogueSetup = {
  readonly folder: string
  readonly dataDir: string
  readonly service: RogueService
  studio: Studio
  readonly reopen: (changes?: Partial<StudioOptions>) => Promise<Studio>
  /** Submits a task with a unique prompt. Default capability: the image generator. */
  readonly ask: (values?: Values, capability?: string) => Promise<Task>
  readonly until: (id: string, ...phases: readonly Phase[]) => Promise<Task>
  readonly phaseOf: (id: string) => Phase | null
  /** Returns the service's record of the Kiln task with this ID. Null if the service didn't create a task for it. */
  readonly known: (id: string) => RogueTaskSnapshot | null
  /** Returns the sorted SHA-256 digests of all results on disk, as they were downloaded. */
  readonly savedDigests: () => Promise<readonly string[]>
  readonly callsTo: (endpoint: string) => number
  readonly charges: () => number
  readonly photo: (name?: string) => Promise<string>
}

export const rogueImageGeneratorId = 'imgmodel-image-generator'

export async function openRogueSetup(
  changes: PersonalityChanges = {},
  { studio: options = {}, timeScale = 0.01, seed = 1 }: { studio?: Partial<StudioOptions>; timeScale?: number; seed?: number } = {}
): Promise<RogueSetup> {
  const service = await openRogueService({ personality: applyPersonalityChanges(defaultPersonality, changes), seed, timeScale })
  const folder = await mkdtemp(join(tmpdir(), 'kiln-rogue-'))
  const dataDir = join(folder, 'data')
  const connection = { baseUrl: service.url, apiKey: new Secret(service.account.apiKey()) }
  const open = (more: Partial<StudioOptions> = {}): Promise<Studio> => openStudio({ dataDir, connection, timeScale, ...options, ...more })
  let asked = 0
  const setup: RogueSetup = {
    folder,
    dataDir,
    service,
    studio: await open(),
    reopen: async (more) => {
      await setup.studio.close()
      setup.studio = await open(more)
      return setup.studio
    },
    ask: (values = {}, capability = rogueImageGeneratorId) => {
      asked += 1
      return setup.studio.submit({ capability, values: { prompt: `a celadon vase, number ${asked}`, ...values } })
    },
    phaseOf: (id) => setup.studio.task(id)?.phase ?? null,
    until: async (id, ...phases) => {
      await waitForRogueCondition(
        () => phases.includes(setup.phaseOf(id) ?? 'cancelled'),
        () => `${describeTask(setup, id)} instead of ${phases.join(' or ')}`
      )
      return setup.studio.task(id) as Task
    },
    known: (id) => service.tasks().find(({ idempotencyKey }) => idempotencyKey === setup.studio.task(id)?.idempotencyKey) ?? null,
    savedDigests: () => digestsIn(join(dataDir, 'library')),
    callsTo: (endpoint) => service.calls().filter((call) => call.endpoint === endpoint).length,
    charges: () => service.ledger().filter(({ kind, idempotencyKey }) => kind === 'charge' && idempotencyKey !== null).length,
    photo: async (name = 'photo.png') => {
      const path = join(folder, name)
      await writeFile(path, createOutputFile('large-png', name).bytes)
      return path
    }
  }
  onTestFinished(async () => {
    await setup.studio.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  return setup
}

/** Describes the state of a Kiln task, for a failed expectation. */
export function describeTask(setup: RogueSetup, id: string): string {
  const task = setup.studio.task(id)
  const steps = setup.studio.timeline(id).map(({ code, httpStatus, errorType }) => `${code} ${httpStatus ?? ''} ${errorType ?? ''}`)
  return `The task is ${task?.phase ?? 'unknown'} (${task?.failure?.code ?? 'no failure'}).\n${steps.slice(-12).join('\n')}\nIt is`
}

/** Time limit for a wait, in milliseconds. On a busy machine a step can take seconds. */
const patienceInMs = 300_000

/** Waits until the condition is true. Throws after `limitInMs`. */
export async function waitForRogueCondition(
  isTrue: () => boolean | Promise<boolean>,
  words: () => string = () => 'The condition wasn’t met in time.',
  limitInMs = patienceInMs
): Promise<void> {
  const giveUpAt = Date.now() + limitInMs
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(words())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Returns the paths of all results in a library folder, without sidecars, markers and partial downloads. */
async function resultFilesIn(library: string): Promise<readonly string[]> {
  const entries = await readdir(library, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && entry.name !== markerFileName && !entry.name.includes('.part'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path, _, all) => !(path.endsWith('.json') && all.includes(path.slice(0, -'.json'.length))))
}

async function digestsIn(library: string): Promise<readonly string[]> {
  const digests: string[] = []
  for (const path of await resultFilesIn(library)) {
    // A file may be renamed or removed while the folder is read.
    if (await stat(path).catch(() => null)) {
      try {
        digests.push(originalDigest(path))
      } catch {
        continue
      }
    }
  }
  return digests.toSorted()
}
