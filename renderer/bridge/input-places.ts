import type { Capability } from '../../shared/capability.ts'
import type { MediaField } from '../../shared/fields.ts'
import { everyFieldOf, fieldsInGroup, innerName, withValueNamed } from '../../shared/fields.ts'
import type { Medium } from '../../shared/json-schema.ts'
import type { MediaReference, Values } from '../../shared/values.ts'

/** A field of a capability into which things that were made fit. */
export type InputPlace = { readonly capability: Capability; readonly field: MediaField }

/**
 * Every field of every capability that takes these media together: one thing into any field of its medium, several into those that take a
 * list. Fields for masks come last: they fit, but are seldom meant.
 */
export function inputPlaces(capabilities: readonly Capability[], media: readonly Medium[]): readonly InputPlace[] {
  const [medium] = media
  if (medium === undefined || media.some((one) => one !== medium)) return []
  const all = capabilities.flatMap((capability) =>
    mediaFieldsOf(capability)
      .filter((field) => fits(field, medium, media.length))
      .map((field) => ({ capability, field }))
  )
  return [...all.filter(({ field }) => !field.isMask), ...all.filter(({ field }) => field.isMask)]
}

/** What a form is opened with: these results or files in the field. */
export function valuesWithInput(field: Pick<MediaField, 'name' | 'isMany'>, references: readonly MediaReference[]): Values {
  const [first] = references
  return first === undefined ? {} : withValueNamed({}, field.name, field.isMany ? references : first)
}

function fits(field: MediaField, medium: Medium, count: number): boolean {
  if (field.isDeprecated || (field.medium !== null && field.medium !== medium)) return false
  return count === 1 || (field.isMany && (field.maxItems === null || field.maxItems >= count))
}

/** Those at the top, and those inside its groups. */
function mediaFieldsOf(capability: Capability): readonly MediaField[] {
  return everyFieldOf(capability).flatMap((field): readonly MediaField[] => {
    if (field.kind === 'media') return [field]
    if (field.kind !== 'group') return []
    return fieldsInGroup(field, undefined).flatMap((inner) =>
      inner.kind === 'media' ? [{ ...inner, name: innerName(field.name, inner.name), label: `${field.label}: ${inner.label}` }] : []
    )
  })
}
