import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { fieldsOf, mediaReferencesIn } from '../../shared/form/fields.ts'
import type { LocalMedia, InspectedMedia } from '../../shared/form/media-facts.ts'
import type { Task } from '../../shared/task/task.ts'
import { isItemReference } from '../../shared/form/values.ts'
import { mediaItemName } from '../media/media-names.ts'

/** A file that a result was made from, if it still exists. */
export type ResultSource = {
  readonly key: string
  /** Name of the file in the prompt, such as "image 1", or the label of its field. */
  readonly name: string
  readonly media: InspectedMedia
  /** Library item ID if the file is a result. Null if it is the user's own file. */
  readonly itemId: string | null
}

/** Response of `media.reopen`. */
export type ReopenedMedia = readonly { readonly field: string; readonly index: number; readonly media: LocalMedia }[]

export function resultSources(task: Task, capability: Capability | null, reopened: ReopenedMedia): readonly ResultSource[] {
  const fields = capability === null ? [] : fieldsOf(capability, task.values)
  const references = mediaReferencesIn(task.values)
  return reopened.map(({ field, index, media }) => {
    const origin = references.find((one) => one.field === field && (one.index ?? 0) === index)?.reference
    return {
      key: `${field} ${index} ${media.draft}`,
      name: nameOf(fields, field, index),
      media,
      itemId: isItemReference(origin) ? origin.item : null
    }
  })
}

function nameOf(fields: readonly Field[], name: string, index: number): string {
  const field = fields.find((one) => one.name === name || (one.kind === 'media' && one.alsoNamed === name))
  if (field?.kind !== 'media') return field?.label ?? name
  return field.isMany || field.name !== name ? mediaItemName(field, index) : field.label
}
