import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { taskIdOfItem } from '../../shared/library/item-id.ts'
import type { Task } from '../../shared/task/task.ts'
import type { SavedResult, TaskRecord } from '../tasks/machine/task-record.ts'
import { savedResultsOf, taskViewOf } from '../tasks/machine/task-view.ts'
import type { Clock } from '../tasks/ports.ts'
import type { StudioParts } from './studio-parts.ts'

type TaskDependencies = Pick<StudioParts, 'engine'>

/** @throws UserFacingError if the task doesn't exist. */
export function findTask({ engine }: TaskDependencies, id: string): TaskRecord {
  const record = engine.record(id)
  if (record === undefined) throw new UserFacingError(say('Kiln can’t find this task.'))
  return record
}

/** Returns a saved result from the journal. Its current path comes from `library.fileOf`. Null if the journal doesn't have the result. */
export function findJournalResult({ engine }: TaskDependencies, itemId: string): SavedResult | null {
  const record = engine.record(taskIdOfItem(itemId))
  return (record && savedResultsOf(record).find(({ id }) => id === itemId)) ?? null
}

/** Filters `ids`, and returns those for which a task exists. */
export function existingTaskIds({ engine }: TaskDependencies, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => engine.record(id) !== undefined)
}

/** Converts a record to the task that the user sees, with its progress. Converts `nextAt` to the system clock. */
export function taskForUser({ clock, engine }: TaskDependencies & Pick<StudioParts, 'clock'>, record: TaskRecord): Task {
  const task = taskViewOf(record, engine.progressOf(record.id))
  return { ...task, nextAt: systemTime(clock, task.nextAt) }
}

/**
 * Converts a time from the studio's clock to the system clock. The UI uses the system clock, which may have been set back. Null stays null.
 */
export function systemTime(clock: Clock, at: number | null): number | null {
  return at === null ? null : at - (clock.aheadInMs?.() ?? 0)
}
