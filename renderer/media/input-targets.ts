import type { Capability } from '../../shared/form/capability.ts'
import type { MediaField } from '../../shared/form/fields.ts'
import { allFieldsOf, fieldsInGroup, nestedFieldName } from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'

/** A media field and the capability that it belongs to. */
export type InputTarget = { readonly capability: Capability; readonly field: MediaField }

/**
 * Returns every field of every capability that accepts all of `media` together. A single item fits any field of its medium. Several items
 * of one medium fit only list fields with enough room. Mask fields come last, because users rarely need them.
 */
export function inputTargets(capabilities: readonly Capability[], media: readonly Medium[]): readonly InputTarget[] {
  const [medium] = media
  if (medium === undefined || media.some((one) => one !== medium)) return []
  const all = capabilities.flatMap((capability) =>
    allMediaFieldsOf(capability)
      .filter((field) => fits(field, medium, media.length))
      .map((field) => ({ capability, field }))
  )
  return [...all.filter(({ field }) => !field.isMask), ...all.filter(({ field }) => field.isMask)]
}

function fits(field: MediaField, medium: Medium, count: number): boolean {
  if (field.isDeprecated || (field.medium !== null && field.medium !== medium)) return false
  return count === 1 || (field.isMany && (field.maxItems === null || field.maxItems >= count))
}

/** Returns a capability's media fields, at the top level and inside groups. */
export function allMediaFieldsOf(capability: Capability): readonly MediaField[] {
  return allFieldsOf(capability).flatMap((field): readonly MediaField[] => {
    if (field.kind === 'media') return [field]
    if (field.kind !== 'group') return []
    return fieldsInGroup(field, undefined).flatMap((inner) =>
      inner.kind === 'media' ? [{ ...inner, name: nestedFieldName(field.name, inner.name), label: `${field.label}: ${inner.label}` }] : []
    )
  })
}
