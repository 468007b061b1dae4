import { createTextMatcher } from '../../shared/i18n/create-text-matcher.ts'
import stored from './stored-differences.json' with { type: 'json' }

/**
 * Earlier versions stored contract changes as English sentences instead of codes. `stored-differences.json` has every sentence, and maps
 * former wordings to the last one. Never edit the file, even if the wording changes later.
 */
const codes: Readonly<Record<string, string>> = stored.sentences
const limits: Readonly<Record<string, string>> = stored.limits
const kinds: Readonly<Record<string, string>> = stored.kinds
const outputs: Readonly<Record<string, string>> = stored.outputs
const prices: Readonly<Record<string, string>> = stored.prices

const matchSentence = createTextMatcher(new Set(Object.keys(codes)), stored.formerSentences)
const matchPart = createTextMatcher(
  new Set([...stored.parts, ...[limits, kinds, outputs, prices].flatMap((words) => Object.keys(words))]),
  stored.formerParts
)

/** `value` is undefined if the parameter's text doesn't have a code. */
type Param = readonly [name: string, value: unknown]

/** Replaces the sentences of a contract change with codes. Returns an unreadable row unchanged. `sentences`: JSON of a row. */
export function withDifferenceCodes(sentences: string): string {
  try {
    const read: unknown = JSON.parse(sentences)
    const isReadable = Array.isArray(read) && read.every((sentence) => typeof sentence === 'string')
    return isReadable ? JSON.stringify(read.map(differenceOf)) : sentences
  } catch {
    return sentences
  }
}

/** Sentences without a code become `legacy-text`, so nothing is lost. */
function differenceOf(sentence: string): { readonly code: string; readonly params: object } {
  const match = matchSentence(sentence)
  const code = match === null ? undefined : codes[match.template]
  const params = Object.entries(match?.values ?? {}).flatMap(([name, value]) => paramsOf(code, name, String(value)))
  if (code === undefined || params.some(([, value]) => value === undefined)) return { code: 'legacy-text', params: { text: sentence } }
  return { code, params: { ...(code === 'limit-changed' && { before: null }), ...Object.fromEntries(params) } }
}

function paramsOf(code: string | undefined, name: string, text: string): readonly Param[] {
  switch (name) {
    case 'subject':
      return subjectOf(text)
    case 'names':
    case 'added':
    case 'removed':
      return [['names', code === 'fields-removed' ? quotedNamesOf(text) : namesOf(text, ', ')]]
    case 'count':
      return [['count', Number(text)]]
    case 'limit':
      return [['limit', codeOf(limits, text)]]
    case 'now':
    case 'after':
      return [['now', valueOf(code, text)]]
    case 'before':
    case 'earlier':
      return [['before', valueOf(code, text)]]
    default:
      return [[name, text]]
  }
}

/** Returns a field's label and its capability's title, from a text such as `“Speed” in Clip`. */
function subjectOf(text: string): readonly Param[] {
  const match = matchPart(text)
  return match?.template === '“{label}” in {title}' ? Object.entries(match.values) : [['label', undefined]]
}

function namesOf(text: string, separator: string): { readonly shown: readonly string[]; readonly more: number } {
  const match = matchPart(text)
  if (match?.template !== '{names} and {count, number} more') return { shown: text.split(separator), more: 0 }
  return { shown: String(match.values['names']).split(separator), more: Number(match.values['count']) }
}

function quotedNamesOf(text: string): object {
  const { shown, more } = namesOf(text, '”, “')
  return { shown: shown.map((name) => name.replace(/^“|”$/g, '')), more }
}

/** Returns the changed value: an output, a price, a kind, a limit or a default. Undefined if the text doesn't have a code. */
function valueOf(code: string | undefined, text: string): unknown {
  const last = matchPart(text)?.template ?? text
  switch (code) {
    case 'output-changed':
      return codeOf(outputs, text)
    case 'field-kind-changed':
      return codeOf(kinds, text)
    case 'price-changed':
    case 'pricing-rules-changed':
      return priceOf(text)
    case 'limit-changed':
      return last === 'no longer set' ? null : numberOf(text)
    default:
      return last === 'chosen by the service' ? null : text
  }
}

function codeOf(words: Readonly<Record<string, string>>, text: string): string | undefined {
  const last = matchPart(text)?.template ?? ''
  return Object.hasOwn(words, last) ? words[last] : undefined
}

function priceOf(text: string): object | undefined {
  const code = codeOf(prices, text)
  const [credits] = Object.values(matchPart(text)?.values ?? {})
  return code === undefined ? undefined : { code, params: credits === undefined ? {} : { credits: Number(credits) } }
}

function numberOf(text: string): number | undefined {
  const number = Number(text.replaceAll(',', ''))
  return Number.isNaN(number) ? undefined : number
}
