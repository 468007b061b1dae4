import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { allFieldsOf, listItemField, fieldsInGroup } from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'

/** Kind of input, as a capability's card shows it. */
export type InputKind = 'text' | 'face' | Medium

/** Kinds of input by capability. Cached, because cards are removed and rendered again while scrolling. */
const known = new WeakMap<Capability, readonly InputKind[]>()

/** Returns the kinds of input in form order, without duplicates. */
export function inputKindsOf(capability: Capability): readonly InputKind[] {
  const kinds = known.get(capability) ?? readInputKinds(capability)
  known.set(capability, kinds)
  return kinds
}

function readInputKinds(capability: Capability): readonly InputKind[] {
  const kinds = new Set<InputKind>()
  for (const field of allFieldsOf(capability)) addKindsOf(field, kinds)
  return [...kinds]
}

function addKindsOf(field: Field, kinds: Set<InputKind>): void {
  if (field.kind === 'text' && field.isPrimary) kinds.add('text')
  if (field.kind === 'media') kinds.add(/face/i.test(field.name) ? 'face' : (field.medium ?? 'image'))
  if (field.kind === 'group') for (const inner of fieldsInGroup(field, undefined)) addKindsOf(inner, kinds)
  if (field.kind === 'list') addKindsOf(listItemField(field, 'item', field.label), kinds)
}
