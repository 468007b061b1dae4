import { say } from '../i18n/say.ts'
import type { TaskProblem, TaskProblemParams } from '../task/task-problem.ts'
import { phraseOf, type Phrases } from './phrases.ts'

/** `advice`: what the user can do. Null if there is nothing to do. */
type TaskProblemText = { readonly message: string; readonly advice: string | null }

/** Returns the sentences for a problem, in the active language. */
export function taskProblemText(problem: TaskProblem): TaskProblemText {
  return phraseOf(taskProblemPhrases, problem)
}

const taskProblemPhrases: Phrases<TaskProblemParams, TaskProblemText> = {
  'no-valid-rows': () => ({ message: say('None of the rows can be sent.'), advice: say('Fix the rows, then check again.') }),
  'invalid-rows': ({ count }) => ({
    message: say('{count, plural, one {# row} other {# rows}} can’t be sent.', { count }),
    advice: say('Fix the rows that can’t be sent. You can also skip them and send the rest.')
  }),
  'not-in-recent-tasks': () => ({
    message: say('This task isn’t in the account’s recent tasks.'),
    advice: say('Check again, then add it to the queue.')
  }),
  'task-awaited': () => ({
    message: say('This may be one of your own tasks that Kiln is still looking for.'),
    advice: say('Wait until that task’s outcome is known.')
  }),
  'task-not-sought': () => ({
    message: say('Kiln isn’t looking for this task any more.'),
    advice: say('Click Check now, then choose again.')
  }),
  'task-unknown': () => ({ message: say('Kiln can’t find this task.'), advice: null }),
  'no-missing-files': () => ({ message: say('This result has no missing files.'), advice: null })
}
