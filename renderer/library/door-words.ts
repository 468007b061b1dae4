import type { Task } from '../../shared/task.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { byteWords, durationWords } from '../ui/figures.ts'

/** What stands on a door: what will be there, and how far it is. Never a share that nobody knows. */
export function doorWords(
  task: Pick<Task, 'title' | 'phase' | 'hold' | 'acceptedAt' | 'progress'>,
  { count }: { readonly count: number },
  usual: ExpectedTime | null,
  now: number
): { readonly title: string; readonly detail: string } {
  return { title: count === 1 ? task.title : `${count} × ${task.title}`, detail: detailOf(task, usual, now) }
}

function detailOf(task: Pick<Task, 'phase' | 'hold' | 'acceptedAt' | 'progress'>, usual: ExpectedTime | null, now: number): string {
  const { phase, progress, acceptedAt } = task
  if ((phase === 'collecting' || phase === 'uploading') && progress !== null) {
    const word = phase === 'collecting' ? say('Saving') : say('Uploading')
    return progress.totalBytes === null
      ? phrases(word, byteWords(progress.doneBytes))
      : `${word} ${Math.floor((progress.doneBytes / Math.max(1, progress.totalBytes)) * 100)}%`
  }
  if (phase !== 'running' || acceptedAt === null) return phase === 'done' ? say('Saving') : phaseWords(task).words
  const elapsed = durationWords(now - acceptedAt)
  return usual === null ? elapsed : say('{elapsed} of about {time}', { elapsed, time: durationWords(usual.p50InMs) })
}
