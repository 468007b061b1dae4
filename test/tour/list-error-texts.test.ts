import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listErrorTexts, errorTextsPage } from './list-error-texts.ts'

const unsure = listErrorTexts().filter(({ mayHavePaid }) => mayHavePaid)

describe('error messages', () => {
  it('are listed on one page for review', async () => {
    await expect(errorTextsPage()).toMatchFileSnapshot(join(import.meta.dirname, 'error-text.txt'))
  })

  it('are never only a code', () => {
    for (const { when, what, message, advice } of listErrorTexts()) {
      expect(`${when}, ${what}: ${message}`).not.toMatch(/: [A-Z_0-9 ]+\.?$/)
      expect(message.split(' ').length, what).toBeGreaterThan(1)
      expect(advice.split(' ').length, what).toBeGreaterThan(2)
      expect(`${message} ${advice}`, what).not.toMatch(/[A-Z]{3,}_[A-Z]|undefined|null|\[object/)
    }
  })

  it('never suggest a retry that could be charged twice', () => {
    for (const { when, what, message, advice } of unsure) {
      expect(`${when}, ${what}: ${message} ${advice}`).not.toMatch(
        /\btry (it )?again|(?<!not |n’t )\bsend it (again|once more|anew)(?! meanwhile)/i
      )
    }
  })

  it('never claim that nothing was charged if that is unknown', () => {
    for (const { when, what, message } of unsure) {
      expect(`${when}, ${what}: ${message}`).not.toMatch(/nothing was (spent|charged|made)/i)
    }
  })

  it('state the effect on credits, or the next step', () => {
    const words =
      /spent|paid|charged|credit|Kiln|safe|wait|No action needed|automatically|support|Support|Nothing is lost|Nothing was sent|Another one is paid|not affected|retries|network|Fix/i
    for (const { when, what, message, advice } of listErrorTexts()) expect(`${when}, ${what}: ${message} ${advice}`).toMatch(words)
  })
})
