import { joinPhrases } from '../i18n/join.ts'
import { say } from '../i18n/say.ts'
import type { TaskNotification } from '../task/task-notifications.ts'
import type { Task } from '../task/task.ts'
import { failureText } from './failure-phrases.ts'
import { sendConfirmationText } from './send-confirmation-phrases.ts'

/** `words`: null if there is nothing to add to the title. */
export type TaskNotificationText = { readonly title: string; readonly words: string | null }
export type FinishedBatchText = { readonly title: string; readonly words: string; readonly hasFailures: boolean }

/** Returns the text of a notification: what happened, and the effect on credits if known. */
export function describeTaskNotification({ kind, tasks }: TaskNotification): TaskNotificationText {
  const [first] = tasks
  const isOne = tasks.length === 1
  const subject =
    isOne && first ? `“${shortened(first.title)}”` : say('{count, plural, one {# task} other {# tasks}}', { count: tasks.length })
  switch (kind) {
    case 'done': {
      const results = tasks.reduce((sum, task) => sum + task.results.length, 0)
      if (!isOne)
        return {
          title: say('{count, plural, one {# result is} other {# results are}} done', { count: results }),
          words: chargedText(tasks) || null
        }
      if (first?.failure) return { title: say('{subject} is done', { subject }), words: failureText(first.failure).message }
      const words = joinPhrases(
        results > 1 ? say('{count, plural, one {# file} other {# files}}', { count: results }) : null,
        chargedText(tasks)
      )
      return { title: say('{subject} is done', { subject }), words: words || null }
    }
    case 'failed':
      return { title: say('{subject} failed', { subject }), words: isOne && first?.failure ? failureText(first.failure).message : null }
    case 'refused':
      return {
        title: isOne ? say('{subject} was rejected', { subject }) : say('{subject} were rejected', { subject }),
        words: say('Nothing was charged.')
      }
    case 'needs-you':
      return {
        title: isOne ? say('{subject} needs attention', { subject }) : say('{subject} need attention', { subject }),
        words: isOne && first ? needText(first) : null
      }
    case 'held':
      return {
        title: isOne ? say('{subject} is on hold', { subject }) : say('{subject} are on hold', { subject }),
        words: say('Fix the account problem. Kiln then resumes automatically.')
      }
  }
}

/** Returns a text such as "Batch of 27 finished", with the outcome. */
export function describeFinishedBatch(own: readonly Task[]): FinishedBatchText {
  const done = own.filter(({ phase }) => phase === 'done')
  const failed = own.filter(({ phase }) => phase === 'failed' || phase === 'refused').length
  return {
    title: say('Batch of {count, number} finished', { count: own.length }),
    words: joinPhrases(
      say('{count, number} done', { count: done.length }),
      failed === 0 ? null : say('{count, number} failed', { count: failed }),
      chargedText(done)
    ),
    hasFailures: failed > 0
  }
}

function needText({ question, failure, manualUpload, phase }: Task): string | null {
  if (question !== null) return sendConfirmationText(question).words
  if (manualUpload !== null) return say('The service sent an upload command that Kiln doesn’t run automatically. It needs your review.')
  if (phase === 'needs_input') return say('Select the faces to replace.')
  return failure === null ? null : failureText(failure).message
}

/** Returns the sum of the charged credits as text. Empty if the charge is unknown for any task. */
function chargedText(tasks: readonly Task[]): string {
  let sum = 0
  for (const { credits } of tasks) {
    if (credits.state !== 'charged' || credits.consumed === null) return ''
    sum += credits.consumed
  }
  return say('{sum, plural, one {# credit} other {# credits}} charged', { sum })
}

function shortened(title: string): string {
  return title.length > 48 ? `${title.slice(0, 46).trimEnd()}…` : title
}
