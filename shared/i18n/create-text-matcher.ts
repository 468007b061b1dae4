import { IntlMessageFormat } from 'intl-messageformat'
import { compileTemplate, matchTemplate, type TextTemplate } from './match-template.ts'
import { textElements } from './text-elements.ts'

/** A recognised text: the current wording of its template, and the values of the placeholders. */
export type MatchedText = { readonly template: string; readonly values: Readonly<Record<string, string | number>> }

/** Maximum number of cached texts. Stored data contains few different texts. */
const mostRemembered = 2_000

/**
 * Returns a function that finds the template of an English text that an earlier version stored. The function returns null if no template
 * matches. `lastTexts`: the current wordings. `formerTexts`: the current wording of each former wording.
 */
export function createTextMatcher(
  lastTexts: ReadonlySet<string>,
  formerTexts: Readonly<Record<string, string>>
): (text: string) => MatchedText | null {
  const known = new Map<string, MatchedText | null>()
  let templates: readonly TextTemplate[] | null = null

  function match(text: string): MatchedText | null {
    const whole = Object.hasOwn(formerTexts, text) ? formerTexts[text] : text
    if (whole !== undefined && lastTexts.has(whole)) return { template: whole, values: {} }
    templates ??= [...lastTexts, ...Object.keys(formerTexts)].filter((template) => template.includes('{')).map(compiled)
    const found = matchTemplate(text, templates)
    return found === null ? null : { template: formerTexts[found.text] ?? found.text, values: found.values }
  }

  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const matched = match(text)
    if (known.size >= mostRemembered) known.clear()
    known.set(text, matched)
    return matched
  }
}

function compiled(text: string): TextTemplate {
  return compileTemplate(text, textElements(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()))
}
