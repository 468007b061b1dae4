import type { Capability } from '../../shared/capability.ts'
import { fieldsOf } from '../../shared/fields.ts'
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
  for (const field of fieldsOf(capability)) {
    if (field.kind === 'text' && field.isPrimary) kinds.add('text')
    if (field.kind === 'media') kinds.add(/face/i.test(field.name) ? 'face' : (field.medium ?? 'image'))
  }
  return [...kinds]
}
