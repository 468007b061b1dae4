import { createTextMatcher, type MatchedText } from '../../../shared/i18n/create-text-matcher.ts'
import storedSentences from './stored-sentences.json' with { type: 'json' }

/**
 * Earlier versions stored English sentences instead of codes. `stored-sentences.json` has every sentence, and maps former wordings to the
 * last one. Never edit the file, even if the wording changes later.
 */
const { failures, details, unknown } = storedSentences
const formerTexts: Readonly<Record<string, string>> = storedSentences.former
const recognise = createTextMatcher(
  new Set([...failures.flatMap(({ message, advice }) => [message, advice]), ...details.map(({ text }) => text)]),
  formerTexts
)

type Coded = { readonly code: string; readonly params: object }

/** Replaces the sentences of a task's failure with a code. An unreadable row is returned unchanged. `record`: JSON of a row. */
export function withFailureCode(record: string): string {
  try {
    const task = JSON.parse(record) as { readonly failure?: { readonly message?: unknown; readonly advice?: unknown } | null }
    const { message, advice, ...evidence } = task.failure ?? {}
    if (typeof message !== 'string' || typeof advice !== 'string') return record
    return JSON.stringify({ ...task, failure: { ...failureOf(message, advice), ...evidence } })
  } catch {
    return record
  }
}

/** Returns a note's code as JSON. Null if the note isn't one of Kiln's sentences. */
export function noteDetailCode(note: string | null): string | null {
  const recognised = note === null ? null : recognise(note)
  const detail = details.find(({ text }) => text === recognised?.template)
  const params = recognised === null ? null : paramsOf(recognised.values)
  return detail === undefined || params === null ? null : JSON.stringify({ code: detail.code, params })
}

/** Returns the code for a failure's sentences. Sentences without a code become `legacy-text`, so nothing is lost. */
function failureOf(message: string, advice: string): Coded {
  const [what, then] = [recognise(message), recognise(advice)]
  const found = failures.find((failure) => failure.message === what?.template && failure.advice === then?.template)
  const params = paramsOf({ ...then?.values, ...what?.values })
  if (found !== undefined && params !== null) return { code: found.code, params }
  return { code: 'legacy-text', params: { message: currentWording(message, what), advice: currentWording(advice, then) } }
}

/** Returns a sentence's last wording, because a translation of that wording may exist. A sentence with values is returned unchanged. */
function currentWording(sentence: string, recognised: MatchedText | null): string {
  return recognised === null || Object.keys(recognised.values).length > 0 ? sentence : recognised.template
}

/** Returns the parameters for a sentence's values. Null if a number can't be read. */
function paramsOf(values: MatchedText['values']): object | null {
  const params = Object.entries(values).map(([name, value]) => {
    if (name === 'file') return ['fileName', orNull(String(value))] as const
    if (name === 'reason') return [name, orNull(String(value))] as const
    return [name, Number(value)] as const
  })
  return params.some(([, value]) => Number.isNaN(value)) ? null : Object.fromEntries(params)
}

/** Returns `text`, or null if it meant an unknown value. */
function orNull(text: string): string | null {
  return unknown.includes(formerTexts[text] ?? text) ? null : text
}
