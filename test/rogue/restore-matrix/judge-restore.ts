import { expect } from 'vitest'
import type { Studio } from '../../../electron/studio.ts'
import type { Reconciliation } from '../../../shared/reconciliation.ts'
import { digestAsItCame } from '../../library/as-it-came.ts'
import { generator } from '../open-rogue-setup.ts'
import type { KnownTask } from '../rogue-service.ts'
import { fieldsOf } from '../tasks.ts'
import { minute, type RestoreWorld } from './open-restore-world.ts'
import type { Knowledge } from './timelines.ts'

/** What the recent tasks of a service look like. */
export type RecentList = 'names keys' | 'is of bare ids' | 'is missing'

/** What a person is left with. */
export type Outcome =
  | 'done'
  | 'made elsewhere'
  | 'asks whether to send it'
  | 'with support'
  | 'was never sent, and is not in the journal'
  /** The person is told that the recent tasks can't be read, and why. */
  | 'in no list that can be read'

/** What has to become of a task. `isFresh`: the service is sure to remember its key. */
export function outcomeFor(given: {
  readonly knowledge: Knowledge
  readonly isPaid: boolean
  readonly list: RecentList
  readonly isFresh: boolean
}): Outcome {
  const { knowledge, isPaid, list, isFresh } = given
  if (knowledge === 'nothing') {
    if (!isPaid) return 'was never sent, and is not in the journal'
    return list === 'is missing' ? 'in no list that can be read' : 'made elsewhere'
  }
  // The list names its key, or proves that it was never sent.
  if (knowledge === 'task id' || list === 'names keys') return 'done'
  if (knowledge !== 'unsent' && isFresh) return 'done'
  return knowledge === 'doubt' ? 'with support' : 'asks whether to send it'
}

/** Whether a task may be sent after the restore: with proof that it never was, or as the same bytes under a key that is remembered. */
export function maySend(given: Parameters<typeof outcomeFor>[0]): boolean {
  const { knowledge, isPaid, list, isFresh } = given
  if (knowledge === 'nothing' || knowledge === 'task id') return false
  if (list === 'names keys' && !isPaid) return true
  return knowledge !== 'unsent' && isFresh
}

/** What became of the task with this prompt in a Kiln that has come to rest. */
export function outcomeOf(studio: Studio, report: Reconciliation | null, made: readonly KnownTask[], prompt: string): Outcome | string {
  const mine = studio.tasks({ includeHidden: true }).filter(({ title }) => title === prompt)
  const [task, ...others] = mine
  if (others.length > 0) return `is ${mine.length} tasks`
  if (task === undefined) {
    if (made.length === 0) return 'was never sent, and is not in the journal'
    const isOffered = report?.strangers.some(({ taskId, isAwaited }) => taskId === made[0]?.taskId && !isAwaited)
    if (isOffered === true) return 'made elsewhere'
    return (report?.unread ?? null) === null ? 'has vanished' : 'in no list that can be read'
  }
  if (task.phase === 'held' && task.question?.kind === 'copy') return 'asks whether to send it'
  if (task.phase === 'support') return 'with support'
  if (task.phase !== 'done') return `is ${task.phase}`
  if (task.taskId !== made[0]?.taskId) return `follows ${task.taskId}, which is not its task`
  const digests = task.results.map(({ path }) => digestAsItCame(path))
  const wanted = made[0]?.outputs.flatMap(({ sha256 }) => sha256) ?? []
  return JSON.stringify(digests.toSorted()) === JSON.stringify(wanted.toSorted()) ? 'done' : 'is done with other files'
}

export function madeFor({ service }: RestoreWorld, prompt: string): readonly KnownTask[] {
  return service.tasks().filter(({ body, idempotencyKey }) => idempotencyKey !== null && fieldsOf(body)['prompt'] === prompt)
}

export function chargesFor(world: RestoreWorld, prompt: string): number {
  const ids = new Set(madeFor(world, prompt).map(({ taskId }) => taskId))
  return world.service.ledger().filter(({ kind, taskId }) => kind === 'charge' && ids.has(taskId)).length
}

export function submissions({ service }: RestoreWorld): number {
  return service.calls().filter(({ endpoint }) => endpoint === 'submit').length
}

/** Lets a Kiln come to rest. The person does what costs nothing, and answers no question with yes. */
export async function comeToRest(world: RestoreWorld, studio: Studio): Promise<Reconciliation | null> {
  world.cutNetwork(false)
  await world.pass(12 * minute)
  studio.wake()
  for (const { id, can } of studio.tasks()) if (can.lookAgain) studio.lookAgain(id)
  await world.pass(12 * minute)
  return studio.reconcile()
}

/** A person adds what was made elsewhere. */
export async function adoptAndFinish(world: RestoreWorld, studio: Studio, taskId: string): Promise<void> {
  const { id } = studio.adopt(taskId, { capability: generator })
  await world.pass(5 * minute)
  expect(studio.task(id)?.phase).toBe('done')
}
