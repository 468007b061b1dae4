import type { Field } from '../../shared/form/fields.ts'
import { fieldsInGroup, nestedFieldName, fieldNameSteps, valueNamed } from '../../shared/form/fields.ts'
import type { InputMedium } from '../../shared/form/json-schema.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import { isMediaReference } from '../../shared/form/values.ts'

/** Describes the media that a field belongs to. */
export type WantedMedia = {
  /** Acceptable media, best first. */
  readonly media: readonly InputMedium[]
  /** Help text of the field. A media field whose label occurs in this text is preferred. */
  readonly help: string
}
type FieldOnMedia = { readonly name: string; readonly rule?: { readonly sameSizeAs?: string } }

const visible: WantedMedia = { media: ['image', 'video'], help: '' }

/**
 * Returns the media that `mask` is painted over, or that another field belongs to. Prefers the property that `mask.rule.sameSizeAs` or the
 * help text names. Otherwise prefers the media type that comes first in `wanted.media`. If the fields beside `mask` have no media, searches
 * the fields around their group. Web URLs are ignored, because their pixels are unknown. Null if no media is found.
 */
export function mediaUnderMask(fields: readonly Field[], values: Values, mask: FieldOnMedia, wanted = visible): MediaReference | null {
  const help = wanted.help.toLowerCase()
  for (const level of levelsAround(fields, values, mask.name)) {
    const single = level.filter((field) => field.kind === 'media').filter(({ isMany, isMask }) => !isMany && !isMask)
    const mentioned = single.find(({ label, medium }) => wanted.media.some((one) => one === medium) && help.includes(label.toLowerCase()))
    const filled = (mentioned === undefined ? single : [mentioned]).flatMap((field) => {
      const value = valueNamed(values, field.name)
      return isMediaReference(value) ? [{ field, value }] : []
    })
    const named = filled.find(({ field }) => fieldNameSteps(field.name).at(-1) === mask.rule?.sameSizeAs)
    const [found = named] = named === undefined ? wanted.media.flatMap((one) => filled.filter(({ field }) => field.medium === one)) : []
    if (found !== undefined) return found.value
    // The help text names this field, which is empty. Any other image would be wrong.
    if (mentioned !== undefined) return null
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
