import type { Batch } from '../../shared/batch/batch.ts'
import type { BatchPlan } from '../../shared/batch/batch-plan.ts'
import type { Price } from '../../shared/pricing.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { newTask } from './new-task.ts'
import type { StoryEvent } from './story.ts'
import type { TaskInput, TaskRecord } from './task-record.ts'

/** What was counted and checked. Of `rows` only those with `ready` can be sent. */
type Counted = {
  readonly plan: Pick<BatchPlan, 'id' | 'way' | 'credits'>
  readonly connectionId: string
  readonly capability: { readonly id: string }
  readonly titleFor: (count: number) => string
  readonly rows: readonly {
    readonly name: string
    readonly values: Values
    readonly ready: { readonly title: string; readonly inputs: readonly TaskInput[]; readonly price: Price } | null
  }[]
}

/**
 * A batch and its tasks, each with an id and a key of its own, in the order of the rows. The batch has the plan's id, so that a plan can be
 * started but once. `now` in milliseconds since 1970.
 *
 * @throws PlainProblem when rows can't be sent and nobody said to leave them out, or none can
 */
export function newBatch(
  { plan, connectionId, capability, titleFor, rows }: Counted,
  { leaveOutBad, now, newId }: { readonly leaveOutBad: boolean; readonly now: number; readonly newId: () => string }
): { readonly batch: Batch; readonly entries: readonly { readonly record: TaskRecord; readonly event: StoryEvent }[] } {
  const good = rows.flatMap(({ name, values, ready }) => (ready === null ? [] : [{ name, values, ready }]))
  const badCount = rows.length - good.length
  if (good.length === 0) throw new PlainProblem(say('None of the rows can be sent.'), { advice: say('Mend them and count again.') })
  if (badCount > 0 && !leaveOutBad) {
    throw new PlainProblem(say('{count, plural, one {# row} other {# rows}} can’t be sent.', { count: badCount }), {
      advice: say('Mend them, or send the others and leave these out.')
    })
  }
  const batch: Batch = {
    id: plan.id,
    connectionId,
    capability: capability.id,
    title: titleFor(good.length),
    way: plan.way,
    count: good.length,
    credits: plan.credits,
    isStopped: false,
    createdAt: now
  }
  const entries = good.map(({ name, values, ready }, place) =>
    newTask(
      {
        id: newId(),
        connectionId,
        capability: capability.id,
        title: ready.title,
        values,
        batch: { id: plan.id, row: place + 1, name },
        inputs: ready.inputs,
        idempotencyKey: newId(),
        price: ready.price
      },
      now
    )
  )
  return { batch, entries }
}
