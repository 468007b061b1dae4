import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorWords, errorWordsPage } from './error-words.ts'

const unsure = errorWords().filter(({ mayHavePaid }) => mayHavePaid)

describe('what a person reads when something goes wrong', () => {
  it('stands in one page for review', async () => {
    await expect(errorWordsPage()).toMatchFileSnapshot(join(import.meta.dirname, 'error-words.txt'))
  })

  it('is never a code alone', () => {
    for (const { when, what, message, advice } of errorWords()) {
      expect(`${when}, ${what}: ${message}`).not.toMatch(/: [A-Z_0-9 ]+\.?$/)
      expect(message.split(' ').length, what).toBeGreaterThan(2)
      expect(advice.split(' ').length, what).toBeGreaterThan(2)
      expect(`${message} ${advice}`, what).not.toMatch(/[A-Z]{3,}_[A-Z]|undefined|null|\[object/)
    }
  })

  it('never says to try or send it again where that could pay twice', () => {
    for (const { when, what, message, advice } of unsure) {
      expect(`${when}, ${what}: ${message} ${advice}`).not.toMatch(
        /\btry (it )?again|(?<!not )\bsend it (again|once more|anew)(?! meanwhile)/i
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
      /spent|paid|charged|credit|Kiln|safe|wait|Nothing to do|by itself|support|Support|Nothing is lost|Nothing was sent|Another one is paid|not touched|once more|network|Mend/i
    for (const { when, what, message, advice } of errorWords()) expect(`${when}, ${what}: ${message} ${advice}`).toMatch(words)
  })
})
