import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

/** Returns text that explains what removing an account means for its API key, tasks and results. */
export function accountRemovalText(tasks: readonly Pick<Task, 'connectionId' | 'can'>[], connectionId: string): string {
  const open = tasks.filter((task) => task.connectionId === connectionId && !task.can.hide).length
  return joinSentences(
    say('Kiln deletes this account’s API key. Your results stay in the library.'),
    open === 0
      ? null
      : say('{open, plural, one {# unfinished task waits} other {# unfinished tasks wait}} until you connect this account again.', { open })
  )
}
