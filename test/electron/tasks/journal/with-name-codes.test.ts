import { IntlMessageFormat } from 'intl-messageformat'
import { afterEach, describe, expect, it } from 'vitest'
import { withNameCodes, withTitleCode } from '../../../../electron/tasks/journal/with-name-codes.ts'
import storedNames from '../../../../electron/tasks/journal/stored-names.json' with { type: 'json' }
import { batchRowNameSchema, batchSchema } from '../../../../shared/form/batch/batch.ts'
import { loadLocale } from '../../../../shared/i18n/load-locale.ts'
import { batchRowNameText, batchTitleText } from '../../../../shared/phrases/batch-phrases.ts'
import { uploadRejectionPhrases, uploadRejectionText } from '../../../../shared/phrases/upload-rejection-phrases.ts'
import { uploadRejectionSchema } from '../../../../shared/task/upload-rejection.ts'

afterEach(() => loadLocale('en'))

function english(template: string): string {
  const values = { name: 'x-a (1)', shown: '--proxy', number: 1_200, seed: 4711, line: 7, count: 1 }
  return String(new IntlMessageFormat(template, 'en', undefined, { ignoreTag: true }).format(values))
}

/** Returns every wording that a text has ever had, paired with the text's latest wording. */
function wordingsOf(texts: object, former: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return [...Object.keys(texts).map((text) => [text, text] as const), ...Object.entries(former)]
}

const rejectionOf = (reason: string) => {
  const task = { failure: { code: 'upload-command-rejected', params: { reason }, at: 7 } }
  const { failure } = JSON.parse(withNameCodes(JSON.stringify(task)))
  expect(failure).toMatchObject({ code: 'upload-command-rejected', at: 7 })
  return uploadRejectionSchema.parse(failure.params.reason)
}
const rowNameOf = (name: string) => {
  const { batch } = JSON.parse(withNameCodes(JSON.stringify({ batch: { id: 'a', row: 2, name } })))
  expect(batch).toMatchObject({ id: 'a', row: 2 })
  return batchRowNameSchema.parse(batch.name)
}
const titleOf = (title: string) => batchSchema.shape.title.parse(JSON.parse(withTitleCode(JSON.stringify({ title }))).title)

describe('the code of a stored reason for a rejected upload command', () => {
  it.each(wordingsOf(storedNames.rejections, storedNames.formerRejections))('says the same: %s', (wording, last) => {
    const rejection = rejectionOf(english(wording))
    expect(rejection.code).toBe((storedNames.rejections as Readonly<Record<string, string>>)[last])
    expect(uploadRejectionText(rejection)).toBe(english(last))
  })

  it('exists for each reason', () => {
    const codes = [...Object.values(storedNames.rejections), 'legacy-text']
    expect(codes.toSorted()).toEqual(Object.keys(uploadRejectionPhrases).toSorted())
  })

  it('is “legacy-text” for another text, and none for an unknown reason', () => {
    expect(rejectionOf('It smells.')).toEqual({ code: 'legacy-text', params: { text: 'It smells.' } })
    const unknown = JSON.stringify({ failure: { code: 'upload-command-rejected', params: { reason: null } } })
    expect(withNameCodes(unknown)).toBe(unknown)
  })

  it('doesn’t replace the reason of another failure', () => {
    const other = JSON.stringify({ failure: { code: 'not-saved', params: { reason: 'It is empty.' } } })
    expect(withNameCodes(other)).toBe(other)
  })
})

describe('the code of a stored name', () => {
  it.each(wordingsOf(storedNames.rowNames, storedNames.formerRowNames))('of a row says the same: %s', (wording, last) => {
    expect(batchRowNameText(rowNameOf(english(wording)))).toBe(english(last))
  })

  it.each(wordingsOf(storedNames.titles, storedNames.formerTitles))('of a batch says the same: %s', (wording, last) => {
    expect(batchTitleText(titleOf(english(wording)))).toBe(english(last))
  })

  it('has the values as parameters', () => {
    expect(rowNameOf('Task 1,200')).toEqual({ code: 'task', params: { number: 1200 } })
    expect(rowNameOf('seed 4711')).toEqual({ code: 'seed', params: { seed: 4711 } })
    expect(rowNameOf('line 7')).toEqual({ code: 'row', params: { row: 7 } })
    expect(titleOf('1,200 rows of spring.csv')).toEqual({ code: 'rows', params: { count: 1200, name: 'spring.csv' } })
    expect(titleOf('1 file from vases')).toEqual({ code: 'files', params: { count: 1, name: 'vases' } })
  })

  it('keeps a name of the user or the service', () => {
    expect(rowNameOf('vase.png')).toEqual({ code: 'text', params: { text: 'vase.png' } })
    expect(titleOf('20 × a vase')).toEqual({ code: 'text', params: { text: '20 × a vase' } })
  })

  it('is shown in the active language', async () => {
    await loadLocale('zh-Hans')
    expect(batchTitleText(titleOf('12 rows of spring.csv'))).toBe('spring.csv 的 12 行')
    expect(batchRowNameText(rowNameOf('line 1,200'))).toBe('第 1,200 行')
  })
})

describe('a stored row without such a text', () => {
  it.each(['{"failure":{', 'null', '{"batch":null,"failure":null}', '{"id":"a"}'])('stays as it is: %s', (record) => {
    expect(withNameCodes(record)).toBe(record)
    expect(withTitleCode(record)).toBe(record)
  })
})
