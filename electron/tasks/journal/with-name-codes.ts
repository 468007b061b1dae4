import { createTextMatcher } from '../../../shared/i18n/create-text-matcher.ts'
import { changeJsonObject } from './change-json.ts'
import storedNames from './stored-names.json' with { type: 'json' }

/**
 * Earlier versions stored row names, batch titles and the reasons for rejected upload commands as English texts. `stored-names.json` has
 * every text, and maps former wordings to the last one. Never edit the file, even if the wording changes later.
 */
const rejectionOf = createCoder(storedNames.rejections, storedNames.formerRejections, 'legacy-text')
const rowNameOf = createCoder(storedNames.rowNames, storedNames.formerRowNames, 'text')
const titleOf = createCoder(storedNames.titles, storedNames.formerTitles, 'text')

/** Placeholders whose parameter has another name. */
const paramNames: Readonly<Record<string, string>> = { line: 'row', shown: 'name' }

type Failure = { readonly code?: unknown; readonly params?: { readonly reason?: unknown } }
type Task = { readonly batch?: { readonly name?: unknown } | null; readonly failure?: Failure | null }

/** Replaces a task's row name, and the reason for a rejected upload command, with codes. `record`: JSON of a row. */
export function withNameCodes(record: string): string {
  return changeJsonObject<Task>(record, ({ batch, failure, ...task }) => ({
    ...task,
    batch: typeof batch?.name === 'string' ? { ...batch, name: rowNameOf(batch.name) } : batch,
    failure: withReasonCode(failure)
  }))
}

/** Replaces a batch's title with a code. `record`: JSON of a row. */
export function withTitleCode(record: string): string {
  return changeJsonObject<{ readonly title?: unknown }>(record, ({ title, ...batch }) => ({
    ...batch,
    title: typeof title === 'string' ? titleOf(title) : title
  }))
}

function withReasonCode(failure: Task['failure']): Task['failure'] {
  const reason = failure?.code === 'upload-command-rejected' ? failure.params?.reason : null
  return typeof reason === 'string' ? { ...failure, params: { ...failure?.params, reason: rejectionOf(reason) } } : failure
}

/** Returns a function that finds a text's code. A text without a code is kept as `otherCode`, so nothing is lost. */
function createCoder(
  codes: Readonly<Record<string, string>>,
  formerTexts: Readonly<Record<string, string>>,
  otherCode: string
): (text: string) => { readonly code: string; readonly params: object } {
  const match = createTextMatcher(new Set(Object.keys(codes)), formerTexts)
  return (text) => {
    const found = match(text)
    const code = found === null ? undefined : codes[found.template]
    if (found === null || code === undefined) return { code: otherCode, params: { text } }
    return { code, params: Object.fromEntries(Object.entries(found.values).map(([name, value]) => [paramNames[name] ?? name, value])) }
  }
}
