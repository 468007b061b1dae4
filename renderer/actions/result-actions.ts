import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field, MediaField, Mode } from '../../shared/form/fields.ts'
import {
  allFieldsOf,
  checkValues,
  fieldsInGroup,
  fieldsOf,
  isDeepEmpty,
  listItemField,
  mediaReferencesIn,
  modesOf,
  nestedFieldName,
  withValueNamed
} from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import type { MediaReference, Value, Values } from '../../shared/form/values.ts'
import type { Task } from '../../shared/task/task.ts'
import { verbRankOf } from '../media/capability-verbs.ts'

/** An action: a capability that can process results, with the field that accepts them. */
export type ResultAction = {
  readonly capability: Capability
  /** The only media field that must be filled in. Its name may be nested. */
  readonly field: MediaField
  readonly mode: Mode | null
  /** Everything to send except the media: the settings of the capability's newest task, if they still fit. */
  readonly settings: Values
  /** True if the action can be sent without the form, because the contract requires nothing else. */
  readonly isReady: boolean
}

/** A result's properties that determine its actions. `facts` is null if unknown. */
export type ActionInput = { readonly id: string; readonly medium: Medium; readonly facts?: MediaFacts | null }

/** How often the user sent media to a capability, and its newest values. */
export type CapabilityUse = { readonly count: number; readonly values: Values }

/** Counts the uses of each capability, by ID. A batch counts as one use. */
export function capabilityUses(newestFirst: readonly Pick<Task, 'capability' | 'values' | 'batch'>[]): ReadonlyMap<string, CapabilityUse> {
  const uses = new Map<string, CapabilityUse>()
  const batches = new Set<string>()
  for (const { capability, values, batch } of newestFirst) {
    if (batch !== null && batches.has(batch.id)) continue
    if (batch !== null) batches.add(batch.id)
    const before = uses.get(capability)
    const isOnMedia = mediaReferencesIn(values).length > 0
    uses.set(capability, { count: (before?.count ?? 0) + (isOnMedia ? 1 : 0), values: before?.values ?? values })
  }
  return uses
}

/**
 * Returns the actions for all `inputs` together, the most used first, then in the order of `capabilityVerbs`. A capability is an action if
 * exactly one media field is required, and that field accepts the inputs' medium. All inputs must have the same medium. An action isn't
 * offered for a file that its field rejects.
 */
export function resultActions(
  capabilities: readonly Capability[],
  inputs: readonly ActionInput[],
  uses: ReadonlyMap<string, CapabilityUse>
): readonly ResultAction[] {
  const [first] = inputs
  if (first === undefined || inputs.some(({ medium }) => medium !== first.medium)) return []
  const actions = capabilities.flatMap((capability) => {
    const action = actionOf(capability, inputs, uses.get(capability.id)?.values ?? {})
    return action === null ? [] : [action]
  })
  const compare = compareByUse(uses)
  return actions.toSorted((one, other) => compare(one, other) || Number(other.isReady) - Number(one.isReady))
}

type Ranked = Pick<ResultAction, 'capability' | 'mode'>

/** Returns a comparison function for capabilities: the most used first, then in the order of `capabilityVerbs`. */
export function compareByUse(uses: ReadonlyMap<string, CapabilityUse>): (one: Ranked, other: Ranked) => number {
  const rank = ({ capability, mode }: Ranked): number => (mode?.id === 'edit' ? editRank : (verbRankOf(capability) + rankCount) % rankCount)
  const used = ({ capability }: Ranked): number => uses.get(capability.id)?.count ?? 0
  return (one, other) => used(other) - used(one) || rank(one) - rank(other)
}

/** Must exceed the number of verbs. A capability without a verb has rank -1, which wraps to the last rank. */
const rankCount = 1_000
/** Editing with a prompt comes between the fourth and the fifth verb. */
const editRank = 3.5

/** Returns the values to send for these results. A field that holds a single result gets the first one. */
export function actionValues({ field, settings }: Pick<ResultAction, 'field' | 'settings'>, itemIds: readonly string[]): Values {
  const [first, ...others] = itemIds.map((item): MediaReference => ({ item }))
  return first === undefined ? settings : withValueNamed(settings, field.name, field.isMany ? [first, ...others] : first)
}

type Place = Pick<ResultAction, 'field' | 'mode'>
const places = new WeakMap<Capability, readonly Place[]>()

/** Returns the required media field of each mode that requires only one. */
function placesOf(capability: Capability): readonly Place[] {
  const known = places.get(capability)
  if (known !== undefined) return known
  const modes: readonly (Mode | null)[] = modesOf(capability).length === 0 ? [null] : modesOf(capability)
  const found = modes.flatMap((mode): readonly Place[] => {
    const field = onlyRequiredMedia(capability, mode)
    return field === null || field.isMask ? [] : [{ field, mode }]
  })
  places.set(capability, found)
  return found
}

function actionOf(capability: Capability, inputs: readonly ActionInput[], last: Values): ResultAction | null {
  const checked = inputs.filter(({ facts = null }, place) => facts !== null || place === 0)
  const offered = placesOf(capability).flatMap(({ field, mode }): readonly ResultAction[] => {
    if (field.medium !== null && field.medium !== checked[0]?.medium) return []
    const basic = { capability, field, mode, settings: mode?.sets ?? {} }
    const kept = { ...basic, settings: { ...carriedSettings(capability, mode, last), ...basic.settings } }
    const problemsOf = (action: typeof basic) =>
      checked.flatMap(({ id, facts = null }) => checkValues(capability, actionValues(action, [id]), () => facts))
    const problems = problemsOf(basic)
    if (problems.some(({ field: name }) => name === field.name)) return []
    const fits = Object.keys(kept.settings).length > Object.keys(basic.settings).length && problemsOf(kept).length === 0
    return [fits ? { ...kept, isReady: true } : { ...basic, isReady: problems.length === 0 }]
  })
  return offered.find(({ isReady }) => isReady) ?? offered[0] ?? null
}

/** Returns the media field that must be filled in. Null if none is required, or more than one. */
function onlyRequiredMedia(capability: Capability, mode: Mode | null): MediaField | null {
  const fields = fieldsOf(capability, mode?.sets ?? {}, mode?.variant ?? null)
    .filter(({ name }) => mode === null || mode.fields.includes(name))
    .map((field) => (mode?.needs.includes(field.name) ? { ...field, isRequired: true } : field))
  const [only, ...others] = fields.flatMap(requiredMediaIn)
  return only === undefined || only === 'in-list' || others.length > 0 ? null : only
}

/** Returns the required media fields within a field. An action can't fill in media inside a list's items. */
function requiredMediaIn(field: Field): readonly (MediaField | 'in-list')[] {
  if (!field.isRequired || field.isDeprecated) return []
  if (field.kind === 'media') return [field]
  if (field.kind === 'list') return requiredMediaIn(listItemField(field, field.name, field.label)).map(() => 'in-list' as const)
  if (field.kind !== 'group') return []
  return fieldsInGroup(field, undefined)
    .flatMap(requiredMediaIn)
    .map((inner) => (inner === 'in-list' ? inner : { ...inner, name: nestedFieldName(field.name, inner.name) }))
}

/** Returns the settings of an earlier task that also suit a new result. Texts, media, seeds and confirmations aren't reused. */
function carriedSettings(capability: Capability, mode: Mode | null, last: Values): Values {
  const fields = allFieldsOf(capability).filter(({ name }) => mode === null || mode.fields.includes(name))
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, Value])[] => {
      const value = last[field.name]
      return value === undefined || isDeepEmpty(value) || !isSetting(field) ? [] : [[field.name, value]]
    })
  )
}

function isSetting(field: Field): boolean {
  switch (field.kind) {
    case 'choice':
    case 'size':
    case 'count':
      return true
    case 'switch':
      return field.mustBe === null
    case 'number':
      // A required number, such as a position in seconds, belongs to one file, so it isn't reused.
      return !field.isRequired
    case 'text':
      return field.isColor
    case 'group':
      return fieldsInGroup(field, undefined).every(isSetting)
    case 'list':
      return isSetting(listItemField(field, field.name, field.label))
    case 'media':
    case 'seed':
    case 'json':
      return false
    default:
      return assertNever(field)
  }
}
