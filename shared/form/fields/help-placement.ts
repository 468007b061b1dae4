import type { JsonSchema } from '../json-schema.ts'
import { enumValues, exampleOf, isColorSchema, isRecord, propertiesOf } from './schema-reading.ts'

/**
 * Where a field's help is shown. `inline`: always, because the field can't be filled in correctly without it. `on-demand`: behind a button.
 * `spoken`: only to screen readers, because the label and the control already say it.
 */
export type HelpPlacement = 'inline' | 'on-demand' | 'spoken'

/** Stems that say nothing about a particular field. Prices are generic, because the form shows the price. */
const genericStems: readonly RegExp[] = [
  /^(?:a|an|the|of|to|in|on|for|from|with|witho|and|or|at|by|be|i|are|it|thi|that|these|those|your|you|what|which|when|where|whose|only|also|more|most|les|than|into|other|one|each|all|any|per|so|can|ha|have|then|first|their)$/,
  /^(?:add|apply|appli|set|use|chang|choos|selec|enter|descr|make|give|let|keep)$/,
  /^(?:used|value|optio|setti|resul|effec|image|photo|pictu|video|audio|file|sourc|model|sound|recor|objec|such|examp|origi|refer|new|part|highe|lower|large|longe|cost|credi|charg|separ|price)$/
]

/** Stems that a label implies. The control shows them, for example as a drawn shape or a unit. */
const impliedStems: readonly (readonly [label: RegExp, implied: RegExp])[] = [
  [/^ratio$/, /^(?:width|heigh)$/],
  [/^size$/, /^(?:width|heigh|pixel|auto|servi)$/],
  [/^scale$/, /^(?:width|heigh|multi)$/],
  [/^voice$/, /^(?:speak|read|text|aloud)$/],
  [/^text$/, /^(?:voice|speak|read|aloud)$/],
  [/^langu$/, /^(?:text)$/],
  [/^promp$/, /^(?:avoid|happe)$/]
]

/** Minimum number of new words that make a help text worth showing. */
const leastNewWords = 2

/**
 * Decides where to show a field's help. `title` and `help` are the contract's untranslated texts. A help text that mainly repeats the
 * label, the options or the inner fields is only spoken.
 */
export function helpPlacementOf(title: string, help: string, schema: JsonSchema, parent: JsonSchema): HelpPlacement {
  if (isNeeded(schema)) return 'inline'
  if (schema.deprecated === true || /\b(?:required?|must)\b/i.test(help)) return 'on-demand'
  const known = new Set([title, typeof parent.title === 'string' ? parent.title : '', ...wordsInside(schema)].flatMap(stemsIn))
  const implied = impliedStems.flatMap(([label, stems]) => ([...known].some((stem) => label.test(stem)) ? [stems] : []))
  const isColor = isColorSchema(schema)
  const isSaid = (stem: string): boolean =>
    known.has(stem) || [...genericStems, ...implied].some((stems) => stems.test(stem)) || (isColor && /\p{Nd}|^hex$|^code$/u.test(stem))
  const added = new Set(stemsIn(help).filter((stem) => !isSaid(stem)))
  return added.size < leastNewWords ? 'spoken' : 'on-demand'
}

/** True for a confirmation, and for text in a format that no example shows. */
function isNeeded(schema: JsonSchema): boolean {
  const listed = enumValues(schema)
  if (listed?.length === 1 && typeof listed[0] === 'boolean') return true
  return typeof schema.pattern === 'string' && !isColorSchema(schema) && exampleOf(schema) === null
}

/** Returns the labels that the control shows: options, inner fields and the fields of list entries. */
function wordsInside(schema: JsonSchema): readonly string[] {
  const labels = isRecord(schema['x-enum-labels']) ? Object.values(schema['x-enum-labels']) : []
  const inner = propertiesOf(schema).flatMap(([name, property]) => [name, typeof property.title === 'string' ? property.title : ''])
  const items = isRecord(schema.items) ? [schema.items['title'], ...wordsInside(schema.items)] : []
  return [...labels, ...(enumValues(schema) ?? []), ...inner, ...items, schema['x-unit']].filter((text) => typeof text === 'string')
}

function stemsIn(text: string): readonly string[] {
  const words = text.replace(/[’']s\b/g, '').replace(/([a-z])([A-Z])/g, '$1 $2')
  return (words.match(/[\p{L}\p{Nd}]+/gu) ?? []).map(stemOf)
}

/** Returns a rough stem of a word. For example, "Removes" and "removal" have the same stem. */
function stemOf(word: string): string {
  return word.toLowerCase().replace(/s$/, '').slice(0, 5)
}
