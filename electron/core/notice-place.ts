import type { NoticePlace } from '../../shared/notices.ts'
import type { Task } from '../../shared/task.ts'

/**
 * Where a notice leads, in few enough letters to be its id at the system (64 on Windows): that is all that is left of it after a restart.
 * It comes back from outside, so it is read as what anybody may have written. Stored by the system; do not rename.
 */
export type NoticeTarget = `task-${string}` | `batch-${string}` | 'account' | 'library' | 'queue'

export function readNoticeTarget(text: string): NoticeTarget | null {
  return /^(?:(?:task|batch)-[\w-]{1,58}|account|library|queue)$/.test(text) ? (text as NoticeTarget) : null
}

/** The place as things stand now: what has waited for faces may be done by the time that somebody looks. */
export function noticePlace(target: NoticeTarget, taskOf: (id: string) => Task | null): NoticePlace {
  if (target === 'account' || target === 'library') return { to: target }
  if (target === 'queue') return { to: 'queue', taskId: null }
  const id = target.slice(target.indexOf('-') + 1)
  if (target.startsWith('batch-')) return { to: 'queue', taskId: id }
  const task = taskOf(id)
  if (task === null) return { to: 'queue', taskId: null }
  const [result] = task.results
  if (task.phase === 'done' && result !== undefined) return { to: 'result', itemId: result.id }
  return task.phase === 'needs_input' ? { to: 'faces', taskId: id } : { to: 'queue', taskId: id }
}
