import type { Capability } from '../../shared/form/capability.ts'
import type { Field, MediaField, TextField } from '../../shared/form/fields.ts'
import { controllingFieldName, fieldsInGroup, listItemField, sentenceField } from '../../shared/form/fields.ts'
import { ownPropertySchema } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { pricedFieldNames } from '../../shared/form/pricing/short-price.ts'
import { isCameraMotion } from '../fields/camera-moves.ts'
import { consentValue } from '../fields/consent-value.ts'
import { optionAspectRatio } from '../fields/choice-variants.ts'

/** A form's fields by position. Each field has exactly one position. */
export type FormLayout = {
  readonly media: readonly MediaField[]
  /** The main text: the prompt, or the script, lyrics or description of a form without a prompt. */
  readonly sentence: TextField | null
  /** Negative prompt, shown inside the main text's panel. */
  readonly negativePrompt: TextField | null
  /** Fields that need the middle column's width: other long or required texts, required lists and groups, JSON, and consent. */
  readonly long: readonly Field[]
  /** The settings that users change most often, in form order. At most five, unless more are required. */
  readonly essentials: readonly Field[]
  /** All other settings, in a collapsed section. */
  readonly more: readonly Field[]
}

const maxEssentials = 5
/**
 * Number of other essential settings from which an optional group is no longer essential. With fewer, the group is one of the form's main
 * settings.
 */
const fewEssentials = 2
/** Maximum length of a text field that may be placed below its controlling setting, in characters. */
const longestAmongSettings = 400

/**
 * Assigns each field to a position in the form. `fields` are those of the current mode and values. A field that a setting controls is
 * placed directly below that setting. Settings that affect the price are under “More” only if there are too many of them.
 */
export function formLayout({ inputSchema, pricing }: Pick<Capability, 'inputSchema' | 'pricing'>, fields: readonly Field[]): FormLayout {
  const controllerOf = (name: string): string | null => controllingFieldName(inputSchema, name)
  const pricedNames = pricedFieldNames(pricing)
  const isPriced = (field: Field): boolean => pricedNames.includes(field.name)
  const isHidden = (field: Field): boolean => field.isRare && !isPriced(field)
  const shown = fields.filter((field) => !isHidden(field))
  const sentence = sentenceField(shown, controllerOf)
  const negativePrompt =
    sentence === null ? null : (shown.filter((field) => field.kind === 'text').find((field) => field.role === 'leave-out') ?? null)
  const isElsewhere = (field: Field): boolean => field.kind === 'media' || field === sentence || field === negativePrompt
  const hung = new Map(
    shown.flatMap((field) => {
      const controller = isElsewhere(field) || !fitsBelowSetting(field) ? null : controllerOf(field.name)
      return controller !== null && shown.some(({ name }) => name === controller) ? [[field, controller] as const] : []
    })
  )
  const others = shown.filter((field) => !isElsewhere(field) && !hung.has(field))
  const below = (field: Field): readonly Field[] => [...hung].flatMap(([one, controller]) => (controller === field.name ? [one] : []))
  const clusters = joinRelated(
    others.filter((field) => !needsWidth(field)).map((field) => [field, ...below(field)]),
    inputSchema
  )
  const placed = new Set(clusters.flat())
  const essentials = essentialClusters(clusters, isPriced)
  return {
    media: shown.filter((field) => field.kind === 'media'),
    sentence,
    negativePrompt,
    long: shown.filter((field) => !isElsewhere(field) && !placed.has(field)),
    essentials: clusters.filter((cluster) => essentials.has(cluster)).flat(),
    more: [...clusters.filter((cluster) => !essentials.has(cluster)).flat(), ...fields.filter(isHidden)]
  }
}

/** Returns the required texts that are shown before an optional main text. For example, a logo's name comes before its description. */
export function fieldsBeforeText({ sentence, long }: FormLayout): readonly Field[] {
  return sentence === null || sentence.isRequired ? [] : long.filter((field) => field.kind === 'text' && field.isRequired)
}

type Cluster = readonly [Field, ...Field[]]

/**
 * Joins a setting with an earlier one if its name starts with the earlier name, or its help mentions the earlier label. Reads the texts of
 * the API definition, because translated texts would lead to another layout.
 */
function joinRelated(clusters: readonly Cluster[], schema: JsonSchema): readonly Cluster[] {
  const textOf = (field: Field, key: 'title' | 'description', shown: string): string => {
    const text = ownPropertySchema(schema, field.name)?.[key]
    return (typeof text === 'string' ? text : shown).toLowerCase()
  }
  const joined: Cluster[] = []
  for (const cluster of clusters) {
    const [head] = cluster
    const help = textOf(head, 'description', head.help ?? '')
    const index = joined.findIndex(([earlier]) => {
      const label = textOf(earlier, 'title', earlier.label)
      return head.name.startsWith(earlier.name) || (label.includes(' ') && help.includes(label))
    })
    const earlier = joined[index]
    if (earlier === undefined) joined.push(cluster)
    else joined[index] = [...earlier, ...cluster]
  }
  return joined
}

/** Chooses the settings that users change most. A setting and the fields that depend on it stay together. */
function essentialClusters(clusters: readonly Cluster[], isPriced: (field: Field) => boolean): ReadonlySet<Cluster> {
  const rankInForm = (cluster: Cluster): number => {
    const rank = rankOf(cluster[0])
    return rank > pricedRank && cluster.some(isPriced) ? pricedRank : rank
  }
  const chosen = new Set<Cluster>()
  let count = 0
  let plainCount = 0
  for (const cluster of clusters.toSorted((a, b) => rankInForm(a) - rankInForm(b))) {
    const [head] = cluster
    const isGroup = head.kind === 'group' && !isCameraMotion(head) && !cluster.some(isPriced)
    const isWanted = head.isRequired || (count + cluster.length <= maxEssentials && (!isGroup || plainCount < fewEssentials))
    if (!isWanted) continue
    chosen.add(cluster)
    count += cluster.length
    if (!isGroup) plainCount += cluster.length
  }
  return chosen
}

/** Words in a field's name that make the field important. English, because they come from the API definition. */
const importantNames: readonly RegExp[] = [
  /aspect|ratio|resolution|scale|format$|mode$|^model$/i,
  /duration|length|voice|language|speaker|style|look|quality|detail/i,
  /colou?r|camera|background|tempo|genre|speed/i
]

/** Rank of a setting that the price depends on. Only required settings come before it. */
const pricedRank = 1

/** Returns a field's rank. Lower ranks come first. */
function rankOf(field: Field): number {
  if (field.isRequired) return 0
  if (field.kind === 'size' || (field.kind === 'choice' && field.options.some((option) => optionAspectRatio(option) !== null))) return 2
  if (field.kind === 'count') return 3
  if (field.kind === 'seed') return 5
  const place = importantNames.findIndex((names) => names.test(field.name))
  if (place !== -1 && (field.kind !== 'group' || isCameraMotion(field))) return 2 + place
  if (field.kind === 'choice' || field.kind === 'list') return 6
  if (field.kind === 'group') return 9
  return field.kind === 'switch' ? 8 : 7
}

/** True if a field is too wide for the side panel, or holds content rather than a setting. */
function needsWidth(field: Field): boolean {
  if (consentValue(field) !== null) return true
  if (field.kind === 'text') return field.isLong || (field.isRequired && !field.isColor)
  if (field.kind === 'json' || field.kind === 'media') return true
  if (field.kind === 'group') return field.isRequired || fieldsInGroup(field, undefined).some(needsWidth)
  return field.kind === 'list' && (field.isRequired || needsWidthInList(listItemField(field, '0', field.label)))
}

function needsWidthInList(item: Field): boolean {
  return item.kind === 'group' || (item.kind === 'text' ? item.isLong : needsWidth({ ...item, isRequired: false }))
}

function fitsBelowSetting(field: Field): boolean {
  if (field.kind === 'text') return field.maxLength !== null && field.maxLength <= longestAmongSettings ? true : field.isColor
  return field.kind !== 'json' && field.kind !== 'group' && field.kind !== 'list'
}
