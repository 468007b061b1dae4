import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorText, errorWordsPage } from './error-text.ts'

const unsure = errorText().filter(({ mayHavePaid }) => mayHavePaid)

describe('what you read when something goes wrong', () => {
  it('is on one page for review', async () => {
    await expect(errorWordsPage()).toMatchFileSnapshot(join(import.meta.dirname, 'error-text.txt'))
  })

  it('is never a code alone', () => {
    for (const { when, what, message, advice } of errorText()) {
      expect(`${when}, ${what}: ${message}`).not.toMatch(/: [A-Z_0-9 ]+\.?$/)
      expect(message.split(' ').length, what).toBeGreaterThan(1)
      expect(advice.split(' ').length, what).toBeGreaterThan(2)
      expect(`${message} ${advice}`, what).not.toMatch(/[A-Z]{3,}_[A-Z]|undefined|null|\[object/)
    }
  })

  it('never says to try or send it again where that could pay twice', () => {
    for (const { when, what, message, advice } of unsure) {
      expect(`${when}, ${what}: ${message} ${advice}`).not.toMatch(
        /\btry (it )?again|(?<!not |n’t )\bsend it (again|once more|anew)(?! meanwhile)/i
      )
    }
  })

  it('never says that nothing was spent where that is not known', () => {
    for (const { when, what, message } of unsure) {
      expect(`${when}, ${what}: ${message}`).not.toMatch(/nothing was (spent|charged|made)/i)
    }
  })

  it('says what became of the credits, or what is done about it', () => {
    const words =
      /spent|paid|charged|credit|Kiln|safe|wait|No action needed|automatically|support|Support|Nothing is lost|Nothing was sent|Another one is paid|not affected|retries|network|Fix/i
    for (const { when, what, message, advice } of errorText()) expect(`${when}, ${what}: ${message} ${advice}`).toMatch(words)
  })
})
