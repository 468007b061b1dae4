import type { Field } from '../fields.ts'
import { sayContract } from '../../i18n/say-contract.ts'

/**
 * Returns the name of the field that each column fills, according to its heading. Null if no field matches. Each field gets only one
 * column. An exact property name takes precedence. Otherwise case, spaces, punctuation and a plural "s" are ignored, and labels match too.
 */
export function matchColumns(fields: readonly Field[], heads: readonly string[]): readonly (string | null)[] {
  const matched: (string | null)[] = heads.map(() => null)
  const taken = new Set<string>()
  for (const namesOf of [exactNames, plainNames, looseNames]) {
    for (const [place, head] of heads.entries()) {
      if (matched[place] !== null) continue
      // Also matches translated names, so that a table with English headings works in every language.
      const meant = [head, sayContract(head.trim())].map((text) => namesOf.plain(text))
      const field = fields.find((candidate) => !taken.has(candidate.name) && namesOf.of(candidate).some((name) => meant.includes(name)))
      if (field === undefined) continue
      matched[place] = field.name
      taken.add(field.name)
    }
  }
  return matched
}

type Names = { readonly of: (field: Field) => readonly string[]; readonly plain: (text: string) => string }

const exactNames: Names = { of: namesOfProperty, plain: (text) => text.trim() }
const plainNames: Names = { of: (field) => [...namesOfProperty(field), field.label].map(plain), plain }
const looseNames: Names = { of: (field) => [...namesOfProperty(field), field.label].map(loose), plain: loose }

function namesOfProperty(field: Field): readonly string[] {
  return field.kind === 'media' && field.alsoNamed !== null ? [field.name, field.alsoNamed] : [field.name]
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Normalises a heading. "Duration (seconds)" then matches "Duration". "Image URLs", "Images" and "Image" also match each other. Empty if
 * nothing remains.
 */
function loose(text: string): string {
  return plain(text.replaceAll(/\([^)]*\)/g, ''))
    .replace(/ur[li]s?$/, '')
    .replace(/s$/, '')
}
