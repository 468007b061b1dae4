import type { Capability, Category, Pricing } from '../../shared/form/capability.ts'
import { isRecord, propertiesOf, ownPropertySchema, humanizeName } from '../../shared/form/fields/schema-reading.ts'
import { fallbackCapabilities } from './fallback-capabilities.ts'
import type { JsonSchema, Medium } from '../../shared/form/json-schema.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { hasTextOutput, readCategory, readMedium } from './read-capability-fields.ts'
import type { Catalog, CatalogEntry } from './read-catalog.ts'
import type { ContractEntry } from './read-openapi.ts'
import { outputCountFieldName } from './price-fields.ts'
import { readPricing } from './read-pricing.ts'

/**
 * Merges all readable data into one list of capabilities. The service's data takes precedence. The built-in capabilities (`floor`) add
 * labels, hints, media rules and prices that the contract lacks.
 *
 * The documents that could be read determine the list:
 * 1. Complete catalogue: its enabled capabilities, in its order.
 * 2. Partial catalogue: the same, then the capabilities that only the contract has.
 * 3. Contract only: the contract's capabilities.
 * 4. Neither: the capabilities of `list_capabilities` over MCP, otherwise the built-in ones.
 *
 * MCP is the least trusted source. If a document was read, MCP only adds names and prices that neither document has.
 */
export function joinCapabilities(known: {
  readonly catalog: Catalog | null
  readonly openapi: readonly ContractEntry[] | null
  /** The `list_capabilities` result over MCP. */
  readonly tools?: Catalog | null
  /** Built-in capabilities. Defaults to the five that the specification names. */
  readonly floor?: readonly Capability[]
}): readonly Capability[] {
  const { openapi, tools = null, floor = fallbackCapabilities } = known
  const catalog = known.catalog ?? (openapi === null ? tools : null)
  if (catalog === null && openapi === null) return floor
  const toldByTool = new Map((tools?.entries ?? []).flatMap((entry) => entry.ids.map((id) => [id, entry] as const)))
  const joined = (id: string, entry: CatalogEntry | null): Capability =>
    join(id, entry, contracts.get(id) ?? null, toldByTool.get(id) ?? null, floors.get(id) ?? null)
  const contracts = new Map((openapi ?? []).map((entry) => [entry.id, entry]))
  const floors = new Map(floor.map((capability) => [capability.id, capability]))
  const capabilities = new Map<string, Capability>()
  const switchedOff = new Set<string>()
  for (const entry of catalog?.entries ?? []) {
    const id =
      entry.ids.find((candidate) => contracts.has(candidate)) ?? entry.ids.find((candidate) => floors.has(candidate)) ?? entry.ids[0]
    if (!entry.isEnabled) switchedOff.add(id)
    else if (!capabilities.has(id)) capabilities.set(id, joined(id, entry))
  }
  if (catalog === null || !catalog.isComplete) {
    for (const id of contracts.keys()) {
      if (!capabilities.has(id) && !switchedOff.has(id)) capabilities.set(id, joined(id, null))
    }
  }
  return [...capabilities.values()]
}

function join(
  id: string,
  entry: CatalogEntry | null,
  contract: ContractEntry | null,
  tool: CatalogEntry | null,
  floor: Capability | null
): Capability {
  const resultField = entry?.resultField ?? contract?.resultField ?? null
  const category = entry?.category ?? contract?.category ?? floor?.category ?? null
  const output =
    entry?.output ??
    contract?.output ??
    (resultField === null ? null : readMedium(resultField)) ??
    floor?.output ??
    (hasTextOutput(id) ? 'text' : null) ??
    outputOf(category) ??
    readMedium(id) ??
    'image'
  const told = contract?.inputSchema ?? entry?.inputSchema ?? null
  const inputSchema = told === null ? (floor?.inputSchema ?? ({ type: 'object' } as const)) : withHintsOf(floor?.inputSchema ?? null, told)
  return {
    id,
    title: entry?.title ?? contract?.title ?? tool?.title ?? floor?.title ?? contract?.summary ?? humanizeName(id),
    purpose: entry?.purpose ?? contract?.purpose ?? tool?.purpose ?? floor?.purpose ?? contract?.summary ?? '',
    category: category ?? readCategory(id) ?? categoryOf(output),
    output,
    resultField: resultField ?? floor?.resultField ?? `${output}Url`,
    inputSchema,
    pricing: pricingOf(
      [entry?.price, contract?.price, tool?.price],
      told === null && floor === null ? null : inputSchema,
      floor?.pricing ?? null
    )
  }
}

/**
 * Returns the first readable price. If no price is readable, returns the built-in price. A bare number is a base rate (spec section 8,
 * credit pricing). If the built-in price is per output, the number replaces its base. Otherwise, the number applies to each output. Without
 * a count field, it applies to the task. `described`: the input schema. Null if no document lists the fields. Prices that depend on fields
 * are then unknown, because the fields' defaults are unknown.
 */
function pricingOf(prices: readonly unknown[], described: JsonSchema | null, floor: Pricing | null): Pricing {
  const inputSchema = described ?? { type: 'object' }
  const read = prices.map((price) => readPricing(price, inputSchema)).filter((price) => price !== null)
  const told = read.find(({ kind }) => kind !== 'unknown') ?? read[0] ?? null
  if (told === null) return floor ?? { kind: 'unknown' }
  if (told.kind === 'rules' && described === null && !told.terms.every(({ by }) => by.kind === 'fixed')) return { kind: 'unknown' }
  if (told.kind !== 'figure') return told
  if (floor?.kind === 'per-output') return { ...floor, base: told.credits }
  const count = outputCountFieldName(inputSchema)
  return count === null
    ? { kind: 'flat', credits: told.credits }
    : { kind: 'per-output', base: told.credits, countField: count, perReference: 0, referenceFields: [] }
}

/**
 * Adds the built-in labels, hints and media rules to the contract's fields. Limits are never added, because only the contract sets them.
 */
function withHintsOf(floor: JsonSchema | null, told: JsonSchema): JsonSchema {
  if (floor === null) return told
  const properties = propertiesOf(told).map(([name, property]) => {
    const known = ownPropertySchema(floor, name)
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
  // Spec section 1.1 doesn't have a category for text, so `effects` is used.
  if (output === 'text') return 'effects'
  return output === 'model' ? '3d' : output
}
