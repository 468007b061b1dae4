import type { TaskResult, Task } from '../../shared/task/task.ts'
import type { LibraryFile } from '../library/create-library.ts'
import { savedResultsOf } from '../tasks/machine/task-view.ts'
import { viewTask } from './find-task.ts'
import type { StudioParts } from './studio-parts.ts'

type ResultDependencies = Pick<StudioParts, 'clock' | 'engine' | 'library'>

/** Returns a saved result with its task. Null if the result isn't in the journal. */
export function findResult(parts: ResultDependencies, itemId: string): (TaskResult & { readonly task: Task }) | null {
  const record = parts.engine.record(itemId.slice(0, itemId.lastIndexOf('.')))
  const result = record === undefined ? undefined : savedResultsOf(record).find((one) => one.id === itemId)
  return record === undefined || result === undefined ? null : { ...withCurrentPath(parts, result), task: viewTask(parts, record) }
}

/** Returns the item's file from the journal, otherwise from the library. Null if neither contains the item. */
export async function findItemFile(parts: ResultDependencies, itemId: string): Promise<LibraryFile | null> {
  return findResult(parts, itemId) ?? parts.library.fileOf(itemId)
}

/** Returns the item's path, even if the item isn't in the journal. Null if the item isn't in the library either. */
export function findItemPath(parts: ResultDependencies, itemId: string): string | null {
  return findResult(parts, itemId)?.path ?? parts.library.movedTo(itemId)
}

/** Returns a result with its current path. The journal stores where the file was saved, but the file may have been moved since. */
export function withCurrentPath({ library }: Pick<StudioParts, 'library'>, result: TaskResult): TaskResult {
  const path = library.movedTo(result.id)
  return path === null ? result : { ...result, path }
}
