import { expect, it } from 'vitest'
import { accountRemovalText } from '../../../renderer/account/account-removal-text.ts'
import { aTask } from '../a-task.ts'

it('says what removing an account means for its unfinished tasks', () => {
  const tasks = [
    aTask({ id: 'a', phase: 'running', connectionId: 'one', can: { cancel: false, checkAgain: true, sendAgain: false, hide: false } }),
    aTask({ id: 'b', connectionId: 'one' }),
    aTask({ id: 'c', connectionId: 'two' })
  ]
  expect(accountRemovalText(tasks, 'one')).toContain('1 unfinished task waits until you connect this account again.')
  expect(accountRemovalText(tasks, 'two')).toBe('Kiln deletes this account’s API key. Your results stay in the library.')
})
