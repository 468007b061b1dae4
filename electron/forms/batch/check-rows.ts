import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BatchRow, BatchRowName } from '../../../shared/form/batch/batch-row.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { type SubmissionProblem, withoutLocation } from '../../../shared/form/submission-problem.ts'
import type { Problem } from '../../../shared/form/problem.ts'
import type { Values } from '../../../shared/form/values.ts'
import type { ReadyTask } from '../../tasks/machine/new-task.ts'

/** Checks the values of one task. These are the same checks that a task gets before it's added to the journal. */
export type RowChecker = (
  capability: Capability,
  values: Values
) => Promise<({ readonly ok: true } & ReadyTask) | { readonly ok: false; readonly problems: readonly SubmissionProblem[] }>

/** A row after its check. `ready` is null if the row can't be sent, for the reasons in `problems`. */
export type CheckedRow = {
  readonly row: number
  readonly name: BatchRowName
  readonly values: Values
  /** Null if the row isn't from a grid. */
  readonly cell: readonly number[] | null
  readonly unread: BatchRow['unread']
  readonly problems: readonly Problem[]
  /** Names of the fields to fix. Empty if the row can be sent, or if its problems don't concern a field. */
  readonly fieldsToFix: readonly string[]
  readonly ready: ReadyTask | null
}

/** Number of rows checked at once. Each check reads files, so a higher number would only cause more disk seeks. */
const concurrentRows = 8
/** Maximum time before the checks yield to the event loop, in milliseconds. */
const longestTurnInMs = 12

/** Checks each row like a single task. Several checks run at once. Rejects before the next row if `signal` is aborted. */
export async function checkRows(
  rows: readonly BatchRow[],
  order: {
    readonly capability: Capability
    readonly check: RowChecker
    readonly onProgress: (done: number, total: number) => void
    readonly signal: AbortSignal
  }
): Promise<readonly CheckedRow[]> {
  const checked: CheckedRow[] = []
  let next = 0
  let done = 0
  let turnBeganAt = performance.now()
  /** The current pause, shared by all workers. With separate pauses, the workers would take turns blocking the event loop. */
  let pausing: Promise<void> | null = null

  async function pause(): Promise<void> {
    order.onProgress(done, rows.length)
    await nextTurn()
    turnBeganAt = performance.now()
    pausing = null
  }

  async function work(): Promise<void> {
    for (let place = next++; place < rows.length; place = next++) {
      order.signal.throwIfAborted()
      while (performance.now() - turnBeganAt > longestTurnInMs) await (pausing ??= pause())
      const row = rows[place] as BatchRow
      checked[place] = {
        row: place + 1,
        name: row.name,
        values: row.values,
        cell: row.cell ?? null,
        unread: row.unread,
        ...(await verdictOn(row))
      }
      done += 1
    }
  }

  async function verdictOn(row: BatchRow): Promise<Pick<CheckedRow, 'problems' | 'fieldsToFix' | 'ready'>> {
    if (row.unread.length > 0) {
      return { problems: row.unread.map(({ problem }) => problem), fieldsToFix: fieldsOf(row.unread), ready: null }
    }
    const verdict = await order.check(order.capability, row.values)
    if (!verdict.ok) return { problems: verdict.problems.map(withoutLocation), fieldsToFix: fieldsOf(verdict.problems), ready: null }
    const { ok: _, ...ready } = verdict
    return { problems: [], fieldsToFix: [], ready }
  }

  await Promise.all(Array.from({ length: concurrentRows }, work))
  order.onProgress(rows.length, rows.length)
  return checked
}

function fieldsOf(problems: readonly { readonly field: string | null }[]): readonly string[] {
  return problems.flatMap(({ field }) => field ?? [])
}
