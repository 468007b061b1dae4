import type { Field } from '../fields.ts'
import { sayContract } from '../words/say.ts'

/**
 * The field that each column fills, by its head: null for a column that names none. A field goes to one column only; the property's own name
 * counts before the label that a person sees, and both are compared without case, space, punctuation or a plural's s.
 */
export function matchColumns(fields: readonly Field[], heads: readonly string[]): readonly (string | null)[] {
  const matched: (string | null)[] = heads.map(() => null)
  const taken = new Set<string>()
  for (const namesOf of [exactNames, plainNames, looseNames]) {
    for (const [place, head] of heads.entries()) {
      if (matched[place] !== null) continue
      // A table made in English is read in every language.
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

/** "Duration (seconds)" is the duration; "Image URLs", "Images" and "Image" are the image. Nothing is left of a head of nothing else. */
function loose(text: string): string {
  return plain(text.replaceAll(/\([^)]*\)/g, ''))
    .replace(/ur[li]s?$/, '')
    .replace(/s$/, '')
}
