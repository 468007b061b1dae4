import type { Task } from '../../shared/task/task.ts'

/**
 * True if a task isn't sent while the user pauses sending. An upload that is under way ends first. A task on hold, or one that needs the
 * user, waits for something else.
 */
export function waitsForResume({ phase, manualUpload, can }: Pick<Task, 'phase' | 'manualUpload' | 'can'>): boolean {
  return can.cancel && phase !== 'held' && manualUpload === null
}
