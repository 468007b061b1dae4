import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { withNameCodes } from '../../../../electron/tasks/journal/with-name-codes.ts'
import { noteDetailCode, withFailureCode } from '../../../../electron/tasks/journal/with-failure-code.ts'
import storedSentences from '../../../../electron/tasks/journal/stored-sentences.json' with { type: 'json' }
import { failureParamSchemas, type FailureCode } from '../../../../shared/task/failure.ts'
import { timelineDetailSchema } from '../../../../shared/task/timeline.ts'

const sampleValues = { count: 2, made: 1, asked: 3, file: 'a (1).png', reason: 'EIO', before: 5, now: 1_200, limit: 900, consumed: 1_200 }
const { failures, details, former } = storedSentences

function english(template: string): string {
  return String(new IntlMessageFormat(template, 'en', undefined, { ignoreTag: true }).format(sampleValues))
}

/** Returns every wording that a text has ever had. */
function wordingsOf(last: string): readonly string[] {
  return [last, ...Object.entries(former).flatMap(([earlier, current]) => (current === last ? [earlier] : []))]
}

function coded(message: string, advice: string): { readonly code: string; readonly params: unknown } {
  const task = JSON.parse(withNameCodes(withFailureCode(JSON.stringify({ id: 'a', failure: { message, advice, at: 7 } }))))
  expect(task).toMatchObject({ id: 'a', failure: { at: 7 } })
  expect(task.failure).not.toHaveProperty('message')
  return { code: task.failure.code, params: task.failure.params }
}

describe('the code of a stored failure', () => {
  it.each(failures)('is “$code” for every wording of its sentences', ({ code, message, advice }) => {
    const schema = failureParamSchemas[code as FailureCode]
    for (const earlierMessage of wordingsOf(message)) {
      for (const earlierAdvice of wordingsOf(advice)) {
        const found = coded(english(earlierMessage), english(earlierAdvice))
        expect(found.code, `${earlierMessage} ${earlierAdvice}`).toBe(code)
        expect(schema.parse(found.params)).toEqual(found.params)
      }
    }
  })

  it('has the values of the sentences as parameters', () => {
    const twoOfFour = [
      'The service made 2 of 4 files. All of them are saved.',
      'Check the credits that were charged. If they are for 4 files, send the support bundle to the service.'
    ] as const
    expect(coded(...twoOfFour)).toEqual({ code: 'fewer-files', params: { made: 2, asked: 4 } })
    const advice = 'Choose the file again, then send the task again.'
    expect(coded('a {b}.png is not there any more. Nothing was sent and nothing was spent.', advice)).toEqual({
      code: 'file-missing',
      params: { fileName: 'a {b}.png' }
    })
    expect(coded('A file can’t be found. Nothing was sent or charged.', advice)).toMatchObject({ params: { fileName: null } })
  })

  it('is “legacy-text” for other sentences, and none is lost', () => {
    const unknown = { message: 'It broke.', advice: 'Wait.' }
    expect(coded(unknown.message, unknown.advice)).toEqual({ code: 'legacy-text', params: unknown })
    expect(coded('The service could not make this.', 'Wait.')).toEqual({
      code: 'legacy-text',
      params: { message: 'The service couldn’t generate the result.', advice: 'Wait.' }
    })
    const message = 'vase.png can’t be read. Nothing was sent or charged.'
    expect(coded(message, 'Wait.')).toEqual({ code: 'legacy-text', params: { message, advice: 'Wait.' } })
  })

  it('is “legacy-text” if a number can’t be read', () => {
    const message = 'The service generated two of 4 files. Every generated file is saved.'
    const advice = 'Check how many credits were charged. If you were charged for 4 files, send the support bundle to the service.'
    expect(coded(message, advice)).toEqual({ code: 'legacy-text', params: { message, advice } })
  })

  it.each(['{', '7', 'null', '{"failure":null}', '{"failure":{"message":"a"}}', '{"failure":{"code":"disk-full","params":{}}}'])(
    'isn’t added to the row %s',
    (record) => {
      expect(withFailureCode(record)).toBe(record)
    }
  )
})

describe('the code of a stored note', () => {
  it.each(details)('is “$code” for every wording', ({ code, text }) => {
    for (const wording of wordingsOf(text)) {
      const detail = JSON.parse(noteDetailCode(english(wording)) ?? 'null')
      expect(detail?.code, wording).toBe(code)
      expect(timelineDetailSchema.parse(detail)).toEqual(detail)
    }
  })

  it('has the numbers of the sentence', () => {
    expect(noteDetailCode('5 credits charged.')).toBe('{"code":"charged","params":{"consumed":5}}')
    expect(noteDetailCode('1 credit charged.')).toBe('{"code":"charged","params":{"consumed":1}}')
  })

  it.each([null, '', 'Too many requests', 'The service couldn’t generate the result.'])('is missing for %j', (note) => {
    expect(noteDetailCode(note)).toBeNull()
  })
})
