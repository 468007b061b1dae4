import { expect } from 'vitest'
import type { Studio } from '../../../electron/studio.ts'
import type { Reconciliation } from '../../../shared/task/reconciliation.ts'
import { originalDigest } from '../../electron/library/original-digest.ts'
import { rogueImageGeneratorId } from '../open-rogue-setup.ts'
import type { RogueTaskSnapshot } from '../rogue-service.ts'
import { parseRogueFields } from '../tasks.ts'
import { minuteInMs, type RestoreWorld } from './open-restore-world.ts'
import type { RecordedKnowledge } from './restore-timelines.ts'
import { resultPaths } from '../../integration/result-paths.ts'

/** Content of the service's recent-task list. */
export type RecentList = 'names keys' | 'contains bare IDs' | 'is missing'

/** The outcome of a task after a restore, as the user sees it. */
export type RestoreOutcome =
  | 'done'
  | 'made elsewhere'
  | 'asks whether to send it'
  | 'with support'
  | 'was never sent, and isn’t in the journal'
  /** The service doesn't provide a recent-task list. Kiln tells the user why it can't read the list. */
  | 'in no list that can be read'

/**
 * Returns the expected outcome of a task after a restore. `isFresh`: true if the service certainly still remembers the task's idempotency
 * key.
 */
export function expectedOutcome(given: {
  readonly knowledge: RecordedKnowledge
  readonly isPaid: boolean
  readonly list: RecentList
  readonly isFresh: boolean
}): RestoreOutcome {
  const { knowledge, isPaid, list, isFresh } = given
  if (knowledge === 'nothing') {
    if (!isPaid) return 'was never sent, and isn’t in the journal'
    return list === 'is missing' ? 'in no list that can be read' : 'made elsewhere'
  }
  // Kiln has the task's ID, or the list is conclusive. The list contains the task's idempotency key, or proves that the task was never
  // sent.
  if (knowledge === 'task id' || list === 'names keys') return 'done'
  if (knowledge !== 'unsent' && isFresh) return 'done'
  return knowledge === 'doubt' ? 'with support' : 'asks whether to send it'
}

/**
 * True if Kiln may send the task after the restore. Kiln may if the list proves that the task was never sent. Kiln may also repeat the same
 * bytes while the service remembers the idempotency key.
 */
export function maySendAfterRestore(given: Parameters<typeof expectedOutcome>[0]): boolean {
  const { knowledge, isPaid, list, isFresh } = given
  if (knowledge === 'nothing' || knowledge === 'task id') return false
  if (list === 'names keys' && !isPaid) return true
  return knowledge !== 'unsent' && isFresh
}

/** Returns the actual outcome of the task with this prompt. Kiln must be idle. */
export async function actualOutcome(
  studio: Studio,
  report: Reconciliation | null,
  made: readonly RogueTaskSnapshot[],
  prompt: string
): Promise<RestoreOutcome | string> {
  const mine = studio.tasks({ includeHidden: true }).filter(({ title }) => title === prompt)
  const [task, ...others] = mine
  if (others.length > 0) return `has ${mine.length} tasks`
  if (task === undefined) {
    if (made.length === 0) return 'was never sent, and isn’t in the journal'
    const isOffered = report?.untrackedTasks.some(({ taskId, isAwaited }) => taskId === made[0]?.taskId && !isAwaited)
    if (isOffered === true) return 'made elsewhere'
    return (report?.unread ?? null) === null ? 'is missing' : 'in no list that can be read'
  }
  if (task.phase === 'held' && task.question?.kind === 'copy') return 'asks whether to send it'
  if (task.phase === 'support') return 'with support'
  if (task.phase !== 'done') return `is ${task.phase}`
  if (task.taskId !== made[0]?.taskId) return `tracks ${task.taskId}, which isn’t its task`
  const digests = (await resultPaths(studio, task)).map(originalDigest)
  const wanted = made[0]?.outputs.flatMap(({ sha256 }) => sha256) ?? []
  return JSON.stringify(digests.toSorted()) === JSON.stringify(wanted.toSorted()) ? 'done' : 'is done with other files'
}

export function rogueTasksWithPrompt({ service }: RestoreWorld, prompt: string): readonly RogueTaskSnapshot[] {
  return service.tasks().filter(({ body, idempotencyKey }) => idempotencyKey !== null && parseRogueFields(body)['prompt'] === prompt)
}

export function countChargesForPrompt(world: RestoreWorld, prompt: string): number {
  const ids = new Set(rogueTasksWithPrompt(world, prompt).map(({ taskId }) => taskId))
  return world.service.ledger().filter(({ kind, taskId }) => kind === 'charge' && ids.has(taskId)).length
}

export function countRogueSubmissions({ service }: RestoreWorld): number {
  return service.calls().filter(({ endpoint }) => endpoint === 'submit').length
}

/** Restores the network and waits until Kiln is idle. Performs every action that is free of charge, but doesn't confirm any question. */
export async function waitUntilIdle(world: RestoreWorld, studio: Studio): Promise<Reconciliation | null> {
  world.cutNetwork(false)
  await world.pass(12 * minuteInMs)
  studio.wake()
  for (const { id, can } of studio.tasks()) if (can.checkAgain) studio.checkNow(id)
  await world.pass(12 * minuteInMs)
  return studio.reconcile()
}

/** Adds a task that was created elsewhere to Kiln, and waits until it is done. */
export async function adoptTaskAndWait(world: RestoreWorld, studio: Studio, taskId: string): Promise<void> {
  const { id } = studio.adopt(taskId, { capability: rogueImageGeneratorId })
  await world.pass(5 * minuteInMs)
  expect(studio.task(id)?.phase).toBe('done')
}
