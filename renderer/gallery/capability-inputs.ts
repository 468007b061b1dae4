import type { Capability } from '../../shared/capability.ts'
import type { Field } from '../../shared/fields.ts'
import { everyFieldOf, fieldOfItem, fieldsInGroup } from '../../shared/fields.ts'
import type { Medium } from '../../shared/json-schema.ts'

/** What goes into a capability, as its card shows it. */
export type InputKind = 'text' | 'face' | Medium

/** Read once per capability: cards come and go while one scrolls. */
const known = new WeakMap<Capability, readonly InputKind[]>()

/** Words first, then media in the order of the form; each once. */
export function inputKindsOf(capability: Capability): readonly InputKind[] {
  const kinds = known.get(capability) ?? readInputKinds(capability)
  known.set(capability, kinds)
  return kinds
}

function readInputKinds(capability: Capability): readonly InputKind[] {
  const kinds = new Set<InputKind>()
  for (const field of everyFieldOf(capability)) addKindsOf(field, kinds)
  return [...kinds]
}

function addKindsOf(field: Field, kinds: Set<InputKind>): void {
  if (field.kind === 'text' && field.isPrimary) kinds.add('text')
  if (field.kind === 'media') kinds.add(/face/i.test(field.name) ? 'face' : (field.medium ?? 'image'))
  if (field.kind === 'group') for (const inner of fieldsInGroup(field, undefined)) addKindsOf(inner, kinds)
  if (field.kind === 'list') addKindsOf(fieldOfItem(field, 'item', field.label), kinds)
}
