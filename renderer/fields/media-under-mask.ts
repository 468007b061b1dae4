import type { Field } from '../../shared/form/fields.ts'
import { fieldsInGroup, nestedFieldName, fieldNameSteps, valueNamed } from '../../shared/form/fields.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import { isMediaReference } from '../../shared/form/values.ts'

/** A field that belongs to the media beside it. Web URLs are never found, because their pixels are unknown. */
type FieldOnMedia = { readonly name: string; readonly rule?: { readonly sameSizeAs?: string } }

/**
 * Returns the media that `mask` is painted over. Prefers the property that `mask.rule.sameSizeAs` names, then the first image beside the
 * mask, then the first video. If none is set, searches the fields around the mask's group. Web URLs are ignored, because their pixels are
 * unknown. Null if no media is found.
 */
export function mediaUnderMask(fields: readonly Field[], values: Values, mask: FieldOnMedia): MediaReference | null {
  for (const level of levelsAround(fields, values, mask.name)) {
    const filled = level.flatMap((field) => {
      const value = field.kind === 'media' && !field.isMany && !field.isMask ? valueNamed(values, field.name) : undefined
      return field.kind === 'media' && isMediaReference(value) ? [{ field, value }] : []
    })
    const named = filled.find(({ field }) => fieldNameSteps(field.name).at(-1) === mask.rule?.sameSizeAs)
    const found = named ?? filled.find(({ field }) => field.medium === 'image') ?? filled.find(({ field }) => field.medium === 'video')
    if (found !== undefined) return found.value
  }
  return null
}

/** Returns the fields beside the field called `name`, then those beside its group, and so on outwards. Each field has its full name. */
function levelsAround(fields: readonly Field[], values: Values, name: string): readonly (readonly Field[])[] {
  const group = fields.find((field) => field.kind === 'group' && name.startsWith(nestedFieldName(field.name, '')))
  if (group?.kind !== 'group') return [fields]
  const inner = fieldsInGroup(group, valueNamed(values, group.name)).map((field) => ({
    ...field,
    name: nestedFieldName(group.name, field.name)
  }))
  return [...levelsAround(inner, values, name), fields]
}
