import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Backup, listBackups } from '../../../electron/tasks/journal/backups.ts'
import { openStudio, restoreJournal, type Studio } from '../../../electron/studio.ts'
import { drawPersonality } from '../draw-personality.ts'
import { applyPersonalityChanges, type Personality, defaultPersonality } from '../personality.ts'
import { seededRandom } from '../random.ts'
import type { ClientViolation } from '../service-state.ts'
import {
  adoptTaskAndWait,
  countChargesForPrompt,
  waitUntilIdle,
  rogueTasksWithPrompt,
  maySendAfterRestore,
  expectedOutcome,
  actualOutcome,
  type RecentList,
  countRogueSubmissions
} from './expected-outcome.ts'
import { hourInMs, minuteInMs, openRestoreWorld, type RestoreWorld } from './open-restore-world.ts'
import type { RecordedKnowledge, RestoreMoment, RestoreTimeline } from './restore-timelines.ts'

/** How Kiln comes to use older data. `moment`: when the copy was made. Null if the user starts with an empty journal. */
export type RestoreMethod =
  | { readonly kind: 'damaged' | 'missing'; readonly moment: RestoreMoment | null }
  | { readonly kind: 'folder'; readonly moment: RestoreMoment }

export type RestoreCell = {
  readonly timeline: RestoreTimeline
  readonly way: RestoreMethod
  readonly list: RecentList
  /** False if so much time has passed that the service has forgotten all keys. */
  readonly isFresh: boolean
  /** Seed of the service's personality. 0 gives the default personality. */
  readonly seed: number
}

/** Restores the journal from `backup`. `backup`: null if the user starts with an empty journal. */
export type RestoreFunction = (world: RestoreWorld, backup: Backup | null) => Promise<void>

type Facts = {
  readonly outcomes: readonly string[]
  /** Prompts of tasks that were charged more than once. */
  readonly chargedTwice: readonly string[]
  /** Number of submissions after the restore that weren't allowed, because the task may already have been sent. */
  readonly sentWithoutEvidence: number
  readonly violations: readonly ClientViolation[]
}

/**
 * Runs a timeline, restores, and waits until Kiln is idle. The test passes if `found` equals `wanted`. `world` and `studio` are for further
 * steps.
 */
export async function runRestoreCell(
  cell: RestoreCell,
  restore: RestoreFunction = restoreAtOnce
): Promise<{ readonly found: Facts; readonly wanted: Facts; readonly world: RestoreWorld; readonly studio: Studio }> {
  const { timeline, way: restoreMethod, isFresh } = cell
  const { prompts } = timeline
  const world = await openRestoreWorld({
    personality: personalityOf(cell),
    seed: cell.seed,
    startsAt: Date.now() - (isFresh ? 4 * hourInMs : 72 * hourInMs)
  })
  await passFirstBackup(world)
  let copy: string | Backup | null = null
  await timeline.live(world, async (moment) => {
    if (moment === restoreMethod.moment) copy = restoreMethod.kind === 'folder' ? await world.copyFolder() : await world.backUp()
  })
  // The original stays open only if its task was accepted. Otherwise, it would send the task once the network is restored.
  const staysOpen = restoreMethod.kind === 'folder' && isFresh && timeline.isPaid
  if (!staysOpen) await world.original.close()
  // The restore uses the real clock, so the manual clock must catch up.
  await world.time.passUntil(Date.now())
  if (!isFresh) world.service.change({ submit: { keyMemoryInSeconds: 86_400 } })
  if (restoreMethod.kind !== 'folder') {
    await breakJournal(world, restoreMethod.kind)
    await restore(world, copy)
  }
  const sentBefore = countRogueSubmissions(world)
  const studio = await world.open(typeof copy === 'string' ? copy : world.dataDir)
  const report = await waitUntilIdle(world, studio)

  const given = { knowledge: recordedKnowledge(cell), isPaid: timeline.isPaid, list: cell.list, isFresh }
  const outcomes = await Promise.all(prompts.map((prompt) => actualOutcome(studio, report, rogueTasksWithPrompt(world, prompt), prompt)))
  const sentSince = countRogueSubmissions(world) - sentBefore
  for (const [place, prompt] of prompts.entries())
    if (outcomes[place] === 'made elsewhere') await adoptTaskAndWait(world, studio, rogueTasksWithPrompt(world, prompt)[0]?.taskId ?? '')
  const found: Facts = {
    outcomes,
    chargedTwice: prompts.filter((prompt) => countChargesForPrompt(world, prompt) > 1),
    sentWithoutEvidence: maySendAfterRestore(given) ? 0 : sentSince,
    violations: world.service.violations()
  }
  const wanted: Facts = { outcomes: prompts.map(() => expectedOutcome(given)), chargedTwice: [], sentWithoutEvidence: 0, violations: [] }
  return { found, wanted, world, studio }
}

export function recordedKnowledge({ timeline, way: restoreMethod }: Pick<RestoreCell, 'timeline' | 'way'>): RecordedKnowledge {
  return restoreMethod.moment === null ? 'nothing' : (timeline.knows[restoreMethod.moment] ?? 'nothing')
}

/**
 * Waits for Kiln's first backup, which a worker thread makes a minute after startup. Otherwise, that backup could coincide with the test's
 * own.
 */
async function passFirstBackup({ pass, dataDir }: RestoreWorld): Promise<void> {
  await pass(minuteInMs + 1)
  await expect.poll(async () => await listBackups(dataDir), { interval: 5 }).toHaveLength(1)
}

/**
 * Returns the service's personality. Lists, documents and wording may vary with the seed. The cell sets everything that affects the
 * outcome.
 */
function personalityOf({ list, seed }: RestoreCell): Personality {
  const drawn = seed === 0 ? defaultPersonality : drawPersonality(seededRandom(seed))
  const { recent } = applyPersonalityChanges(defaultPersonality, {
    recent: {
      envelope: drawn.recent.envelope,
      order: drawn.recent.order,
      twice: drawn.recent.twice,
      times: drawn.recent.times === 'none' ? 'iso' : drawn.recent.times,
      ...(list === 'is missing' ? { presence: 'missing' } : {}),
      ...(list === 'contains bare IDs' ? { entries: 'ids' } : {})
    }
  })
  return {
    ...defaultPersonality,
    name: `seed ${seed}`,
    submit: { ...drawn.submit, keyMemoryInSeconds: null },
    query: {
      ...drawn.query,
      secondsToFinish: 0,
      partialAnswers: 0,
      omitsDownloaded: false,
      failingShare: 0,
      afterwards: 'results',
      retryAfterMs: null
    },
    recent
  }
}

async function breakJournal({ dataDir }: RestoreWorld, how: 'damaged' | 'missing'): Promise<void> {
  const path = join(dataDir, 'journal.db')
  if (how === 'damaged') await writeFile(path, (await readFile(path)).fill(0x2a, 100, 4_000))
  else await rm(path)
  await expect(openStudio({ dataDir, connection: null })).rejects.toMatchObject({ name: 'JournalError', reason: how })
}

async function restoreAtOnce({ dataDir }: RestoreWorld, backup: Backup | null): Promise<void> {
  if (backup !== null) expect((await listBackups(dataDir)).map(({ path }) => path)).toContain(backup.path)
  await restoreJournal(dataDir, backup)
}
