import type { Capability, Category, Pricing } from '../../shared/capability.ts'
import { isRecord, propertiesOf, propertyOf, wordsOfName } from '../../shared/fields/schema-reading.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import type { JsonSchema, Medium } from '../../shared/json-schema.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { Figure } from './capability-words.ts'
import { readCategory, readMedium } from './capability-words.ts'
import type { Catalog, CatalogEntry } from './read-catalog.ts'
import type { ContractEntry } from './read-openapi.ts'

/**
 * One list of capabilities from what could be read. The service's word wins; the floor gives labels, hints, media rules and prices
 * that the contract is silent on.
 *
 * | catalog | contract | what there is |
 * |---|---|---|
 * | read whole | any | what the catalog lists and has not switched off, in its order |
 * | read in part | read | the same, then what only the contract has |
 * | not read | read | what the contract has |
 * | not read | not read | the floor |
 */
export function joinCapabilities(known: {
  readonly catalog: Catalog | null
  readonly openapi: readonly ContractEntry[] | null
  /** Default: the five that the specification names. */
  readonly floor?: readonly Capability[]
}): readonly Capability[] {
  const { catalog, openapi, floor = floorCapabilities } = known
  if (catalog === null && openapi === null) return floor
  const contracts = new Map((openapi ?? []).map((entry) => [entry.id, entry]))
  const floors = new Map(floor.map((capability) => [capability.id, capability]))
  const capabilities = new Map<string, Capability>()
  const switchedOff = new Set<string>()
  for (const entry of catalog?.entries ?? []) {
    const id =
      entry.ids.find((candidate) => contracts.has(candidate)) ?? entry.ids.find((candidate) => floors.has(candidate)) ?? entry.ids[0]
    if (!entry.isEnabled) switchedOff.add(id)
    else if (!capabilities.has(id)) capabilities.set(id, join(id, entry, contracts.get(id) ?? null, floors.get(id) ?? null))
  }
  if (catalog === null || !catalog.isComplete) {
    for (const [id, contract] of contracts) {
      if (!capabilities.has(id) && !switchedOff.has(id)) capabilities.set(id, join(id, null, contract, floors.get(id) ?? null))
    }
  }
  return [...capabilities.values()]
}

function join(id: string, entry: CatalogEntry | null, contract: ContractEntry | null, floor: Capability | null): Capability {
  const resultField = entry?.resultField ?? contract?.resultField ?? null
  const category = entry?.category ?? contract?.category ?? floor?.category ?? null
  const output =
    entry?.output ??
    contract?.output ??
    (resultField === null ? null : readMedium(resultField)) ??
    floor?.output ??
    outputOf(category) ??
    readMedium(id) ??
    'image'
  const told = contract?.inputSchema ?? entry?.inputSchema ?? null
  return {
    id,
    title: entry?.title ?? contract?.title ?? floor?.title ?? contract?.summary ?? wordsOfName(id),
    purpose: entry?.purpose ?? contract?.purpose ?? floor?.purpose ?? contract?.summary ?? '',
    category: category ?? readCategory(id) ?? categoryOf(output),
    output,
    resultField: resultField ?? floor?.resultField ?? `${output}Url`,
    inputSchema: told === null ? (floor?.inputSchema ?? { type: 'object' }) : withHintsOf(floor?.inputSchema ?? null, told),
    pricing: pricingOf(entry?.pricing ?? contract?.pricing ?? null, floor?.pricing ?? null)
  }
}

/** A bare figure takes the place of the base where the floor knows how it is counted. */
function pricingOf(told: Pricing | Figure | null, floor: Pricing | null): Pricing {
  if (told === null) return floor ?? { kind: 'unknown' }
  if (told.kind !== 'figure') return told
  return floor?.kind === 'per-output' ? { ...floor, base: told.credits } : { kind: 'flat', credits: told.credits }
}

/** The contract's fields, each with the labels, hints and media rule that only the floor has. Limits are never added: they are the contract's to set. */
function withHintsOf(floor: JsonSchema | null, told: JsonSchema): JsonSchema {
  if (floor === null) return told
  const properties = propertiesOf(told).map(([name, property]) => {
    const known = propertyOf(floor, name)
    return [name, known === undefined ? property : { ...hintsOf(known, property), ...property }] as const
  })
  return properties.length === 0 ? told : { ...told, properties: Object.fromEntries(properties) }
}

function hintsOf(floor: JsonSchema, told: JsonSchema): JsonSchema {
  const isRuleTold = isRecord(told['x-media']) || (isRecord(told.items) && isRecord(told.items['x-media']))
  return Object.fromEntries(
    Object.entries(floor).filter(
      ([word]) => word === 'title' || word === 'description' || (word.startsWith('x-') && !(word === 'x-media' && isRuleTold))
    )
  )
}

function outputOf(category: Category | null): Medium | null {
  switch (category) {
    case null:
    case 'face-swap':
    case 'effects':
      return null
    case 'image':
    case 'video':
    case 'audio':
      return category
    case '3d':
      return 'model'
    default:
      return assertNever(category)
  }
}

function categoryOf(output: Medium): Category {
  return output === 'model' ? '3d' : output
}
