import { assertNever } from '../../shared/assert-never.ts'
import { fieldLimits } from '../../shared/app/contract-difference.ts'
import type { ContractDifference, FieldLimit, NameList } from '../../shared/app/contract-difference.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { fieldNamed } from '../../shared/form/fields.ts'
import { valueKindOf } from '../../shared/form/fields/value-change.ts'
import { isRequiredIn, isSameJson } from '../../shared/form/fields/schema-reading.ts'
import { propertyNamesIn } from '../../shared/form/fields/resolve-schema.ts'
import { shortPriceOf } from '../../shared/form/pricing/short-price.ts'
import { runInEnglish } from '../../shared/i18n/say.ts'

/** Number of names shown in a long list. The other names are only counted. A list with just one more name is shown completely. */
const mostNames = 3

/**
 * Returns the differences between two versions of a contract. New capabilities come first, then removed ones. Changes within each
 * capability follow in the order of `after`. Empty if no capability, field, price, title or output changed.
 */
export function describeContractChanges(before: readonly Capability[], after: readonly Capability[]): readonly ContractDifference[] {
  // Labels are stored in the contract's own language.
  return runInEnglish(() => changesBetween(before, after))
}

function changesBetween(before: readonly Capability[], after: readonly Capability[]): readonly ContractDifference[] {
  const known = new Map(before.map((capability) => [capability.id, capability]))
  const offered = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !known.has(id)).map(({ title }) => title)
  const removed = before.filter(({ id }) => !offered.has(id)).map(({ title }) => title)
  return [
    ...differences(added.length > 0, { code: 'capabilities-added', params: { count: added.length, names: nameList(added) } }),
    ...differences(removed.length > 0, { code: 'capabilities-removed', params: { names: nameList(removed) } }),
    ...after.flatMap((capability) => {
      const earlier = known.get(capability.id)
      return earlier === undefined ? [] : changesOf(earlier, capability)
    })
  ]
}

function changesOf(before: Capability, after: Capability): readonly ContractDifference[] {
  const { title } = after
  const names = [...new Set(propertyNamesIn(after.inputSchema))]
  const earlierNames = new Set(propertyNamesIn(before.inputSchema))
  const fieldChanges = names.flatMap((name) => {
    const field = fieldNamed(after, name)
    if (field === null) return []
    const isNeeded = isRequiredIn(after.inputSchema, name)
    const { label } = field
    if (!earlierNames.has(name))
      return differences(true, { code: isNeeded ? 'required-field-added' : 'field-added', params: { title, label } })
    const earlier = fieldNamed(before, name)
    return earlier === null ? [] : fieldChange(title, earlier, field, isRequiredIn(before.inputSchema, name), isNeeded)
  })
  const gone = [...earlierNames].filter((name) => !names.includes(name)).map((name) => fieldNamed(before, name)?.label ?? name)
  return [
    ...differences(before.title !== title, { code: 'capability-renamed', params: { title, formerly: before.title } }),
    ...fieldChanges,
    ...differences(gone.length > 0, { code: 'fields-removed', params: { title, names: nameList(gone) } }),
    ...differences(before.output !== after.output, {
      code: 'output-changed',
      params: { title, before: before.output, now: after.output }
    }),
    ...(isSameJson(before.pricing, after.pricing) ? [] : [priceChange(before, after)])
  ]
}

function differences(hasChanged: boolean, difference: ContractDifference): readonly ContractDifference[] {
  return hasChanged ? [difference] : []
}

/** Describes a price change. The pricing rules may differ even if the short prices are equal. A short price shows only the minimum. */
function priceChange(before: Capability, after: Capability): ContractDifference {
  const { title } = after
  const [earlier, now] = [shortPriceOf(before), shortPriceOf(after)]
  return isSameJson(earlier, now)
    ? { code: 'pricing-rules-changed', params: { title, now } }
    : { code: 'price-changed', params: { title, before: earlier, now } }
}

function fieldChange(title: string, before: Field, after: Field, wasNeeded: boolean, isNeeded: boolean): readonly ContractDifference[] {
  const field = { title, label: after.label }
  const need = differences(wasNeeded !== isNeeded, { code: isNeeded ? 'field-now-required' : 'field-now-optional', params: field })
  if (before.kind !== after.kind) {
    const params = { ...field, before: valueKindOf(before), now: valueKindOf(after) }
    return [...need, { code: 'field-kind-changed', params }]
  }
  const [was, is] = [limitsOf(before), limitsOf(after)]
  const limits = fieldLimits.flatMap((limit) => {
    const [earlier, now] = [was[limit] ?? null, is[limit] ?? null]
    return differences(earlier !== now, { code: 'limit-changed', params: { ...field, limit, before: earlier, now } })
  })
  return [...need, ...limits, ...choiceChanges(field, before, after), ...defaultChange(field, before, after)]
}

type FieldTitles = { readonly title: string; readonly label: string }

function choiceChanges(field: FieldTitles, before: Field, after: Field): readonly ContractDifference[] {
  const [was, is] = [choicesOf(before), choicesOf(after)]
  const added = is.filter((choice) => !was.includes(choice))
  const removed = was.filter((choice) => !is.includes(choice))
  return [
    ...differences(added.length > 0, { code: 'choices-added', params: { ...field, names: nameList(added) } }),
    ...differences(removed.length > 0, { code: 'choices-removed', params: { ...field, names: nameList(removed) } })
  ]
}

function defaultChange(field: FieldTitles, before: Field, after: Field): readonly ContractDifference[] {
  if (before.kind === 'media' || after.kind === 'media') return []
  const text = (value: unknown): string | null =>
    value === null ? null : String(typeof value === 'object' ? JSON.stringify(value) : value)
  return differences(!isSameJson(before.default, after.default), {
    code: 'default-changed',
    params: { ...field, before: text(before.default), now: text(after.default) }
  })
}

/** Returns a field's limits. A limit is null if it isn't set. */
function limitsOf(field: Field): { readonly [Limit in FieldLimit]?: number | null } {
  switch (field.kind) {
    case 'text':
      return { 'minimum-characters': field.minLength === 0 ? null : field.minLength, 'maximum-characters': field.maxLength }
    case 'number':
      return { minimum: field.minimum, maximum: field.maximum, step: field.step }
    case 'seed':
      return { minimum: field.minimum, maximum: field.maximum }
    case 'media':
      return {
        'minimum-files': field.isMany ? field.minItems : null,
        'maximum-files': field.isMany ? field.maxItems : null,
        'maximum-bytes': field.rule.maxBytes ?? null,
        'minimum-short-edge': field.rule.minShortEdge ?? null,
        'maximum-seconds': field.rule.maxDurationInSeconds ?? null
      }
    case 'list':
      return { 'minimum-items': field.minItems, 'maximum-items': field.maxItems }
    case 'choice':
    case 'size':
    case 'count':
    case 'switch':
    case 'group':
    case 'json':
      return {}
    default:
      return assertNever(field)
  }
}

function choicesOf(field: Field): readonly string[] {
  switch (field.kind) {
    case 'choice':
      return field.options.map(({ label }) => label)
    case 'size':
      return field.groups.flatMap(({ sizes }) => sizes.map(({ width, height }) => `${width} × ${height}`))
    case 'count':
      return field.options.map(({ count }) => String(count))
    case 'media':
      return (field.rule.formats ?? []).map((format) => format.toUpperCase())
    case 'text':
    case 'number':
    case 'seed':
    case 'switch':
    case 'group':
    case 'list':
    case 'json':
      return []
    default:
      return assertNever(field)
  }
}

function nameList(names: readonly string[]): NameList {
  const shown = names.slice(0, names.length <= mostNames + 1 ? undefined : mostNames)
  return { shown, more: names.length - shown.length }
}
