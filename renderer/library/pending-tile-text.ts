import type { Task } from '../../shared/task/task.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { formatBytes, formatDuration } from '../ui/format.ts'

/**
 * Returns the task's title with the number of results, and the progress. Shows a percentage only if the total size is known. `usual` is the
 * expected time, and `now` is in milliseconds since 1970.
 */
export function pendingTileText(
  task: Pick<Task, 'title' | 'phase' | 'hold' | 'acceptedAt' | 'progress'>,
  { count }: { readonly count: number },
  usual: ExpectedDuration | null,
  now: number
): { readonly title: string; readonly detail: string } {
  return { title: count === 1 ? task.title : `${count} × ${task.title}`, detail: detailOf(task, usual, now) }
}

function detailOf(task: Pick<Task, 'phase' | 'hold' | 'acceptedAt' | 'progress'>, usual: ExpectedDuration | null, now: number): string {
  const { phase, progress, acceptedAt } = task
  if ((phase === 'collecting' || phase === 'uploading') && progress !== null) {
    const word = phase === 'collecting' ? say('Downloading') : say('Uploading')
    return progress.totalBytes === null
      ? joinPhrases(word, formatBytes(progress.doneBytes))
      : `${word} ${Math.floor((progress.doneBytes / Math.max(1, progress.totalBytes)) * 100)}%`
  }
  if (phase !== 'running' || acceptedAt === null) return phase === 'done' ? say('Saving…') : phaseAppearance(task).label
  const elapsed = formatDuration(now - acceptedAt)
  return usual === null ? elapsed : say('{elapsed} of about {time}', { elapsed, time: formatDuration(usual.p50InMs) })
}
