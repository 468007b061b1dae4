import type { Capability } from '../../shared/capability.ts'
import type { Field, MediaField, Mode } from '../../shared/fields.ts'
import { fieldsOf, formValuesOf, modeOf, modesOf, referencesIn, valueNamed, valuesInMode, withValueNamed } from '../../shared/fields.ts'
import type { RequestOutputs } from '../../shared/ipc.ts'
import type { Problem } from '../../shared/problem.ts'
import type { MediaReference, Value, Values } from '../../shared/values.ts'
import { isDraftReference, isFileReference, isMediaReference } from '../../shared/values.ts'
import { mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { renumberImageReferences } from '../fields/image-references.ts'
import { randomSeed } from '../fields/random-seed.ts'

/** What a person has filled in for one capability, kept while the app runs. Values of the other mode stay here and are not sent. */
export type ComposeForm = {
  readonly values: Values
  /** The tab that was chosen; null: the one that the values are in. */
  readonly modeId: Mode['id'] | null
  /** Names of the seeds that stay the same from run to run. */
  readonly keptSeeds: readonly string[]
}

export const emptyForm: ComposeForm = { values: {}, modeId: null, keptSeeds: [] }

/** The mode that a form is in; null where the capability has only one. */
export function modeOfForm(capability: Capability, form: ComposeForm): Mode | null {
  return modesOf(capability).find((mode) => mode.id === form.modeId) ?? modeOf(capability, form.values)
}

/** The fields that the form shows in a mode, as the values stand: some fields hang on others. */
export function fieldsInMode(capability: Capability, mode: Mode | null, values: Values = {}): readonly Field[] {
  const fields = fieldsOf(capability, { ...values, ...mode?.sets }, mode?.variant ?? null)
  return mode === null ? fields : fields.filter((field) => mode.fields.includes(field.name))
}

/** What would be sent now. */
export function valuesToSend(capability: Capability, form: ComposeForm): Values {
  return valuesInMode(capability, form.values, modeOfForm(capability, form))
}

/** `undefined` takes the value away. `name` may be that of a field inside a group or a list. */
export function withValue(form: ComposeForm, name: string, value: Value | undefined): ComposeForm {
  return { ...form, values: withValueNamed(form.values, name, value) }
}

/** Sets the media of a field; in every prompt the references to them follow their images. */
export function withMedia(
  form: ComposeForm,
  fields: readonly Field[],
  field: MediaField,
  media: readonly (string | MediaReference)[],
  placesAfter: readonly (number | null)[]
): ComposeForm {
  const changed = withValue(form, field.name, mediaFieldValue(field, media))
  if (!field.isMany || field.medium !== 'image') return changed
  return fields.reduce((now, prompt) => {
    const text = prompt.kind === 'text' && prompt.role === 'prompt' ? now.values[prompt.name] : undefined
    return typeof text === 'string' ? withValue(now, prompt.name, renumberImageReferences(text, placesAfter)) : now
  }, changed)
}

/** The form after a run was sent: a seed that is not kept gets a new number, so that the next run differs and its seed is known. */
export function afterSending(form: ComposeForm, fields: readonly Field[], random: () => number): ComposeForm {
  return fields.reduce((now, field) => {
    if (field.kind !== 'seed' || now.keptSeeds.includes(field.name) || typeof now.values[field.name] !== 'number') return now
    return withValue(now, field.name, randomSeed(field.minimum, field.maximum, random()))
  }, form)
}

export function withKeptSeed(form: ComposeForm, name: string, isKept: boolean): ComposeForm {
  const others = form.keptSeeds.filter((kept) => kept !== name)
  return { ...form, keptSeeds: isKept ? [...others, name] : others }
}

/**
 * A form with the values of an earlier task. Its files come back as drafts of today; one that could not be opened stays a reference that
 * the form asks to choose again. Seeds are kept, since whoever repeats a picture wants that picture.
 */
export function formFromTask(capability: Capability, values: Values, reopened: RequestOutputs['media.reopen']): ComposeForm {
  const withDrafts: { [field: string]: Value } = { ...values }
  for (const { field, index, media } of reopened) {
    const value = withDrafts[field]
    const draft = { draft: media.draft }
    if (!Array.isArray(value)) withDrafts[field] = withFirstFile(value, draft)
    else {
      const place = Math.min(index, value.length - 1)
      withDrafts[field] = value.with(place, withFirstFile(value[place], draft))
    }
  }
  const keptSeeds = fieldsOf(capability).flatMap((field) =>
    field.kind === 'seed' && typeof values[field.name] === 'number' ? [field.name] : []
  )
  return { values: formValuesOf(capability, withDrafts), modeId: null, keptSeeds }
}

/** A value with its first file replaced, however deep it stands; files come back in the order in which they stand. */
function withFirstFile(value: Value | undefined, draft: Value): Value {
  let isPlaced = false
  const place = (item: Value): Value => {
    if (isPlaced || typeof item !== 'object' || item === null || isDraftReference(item)) return item
    if (isMediaReference(item)) {
      isPlaced = true
      return draft
    }
    if (Array.isArray(item)) return item.map(place)
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, place(inner)]))
  }
  const placed = value === undefined ? draft : place(value)
  return isPlaced ? placed : draft
}

/** Files of an earlier task that could not be opened again. */
export function unopenedMediaProblems(fields: readonly Field[], values: Values): readonly Problem[] {
  return fields.flatMap((field) => {
    const value = values[field.name]
    if (value !== undefined && (field.kind === 'group' || field.kind === 'list')) {
      const isLost = referencesIn({ [field.name]: value }).some(({ reference }) => isFileReference(reference))
      return isLost ? [{ field: field.name, index: null, message: `A file in “${field.label}” has to be chosen again.` }] : []
    }
    if (field.kind !== 'media') return []
    return mediaValues(values[field.name]).flatMap((media, index) =>
      isFileReference(media)
        ? [
            {
              field: field.name,
              index: field.isMany ? index : null,
              message: `The file of ${placeWords(field, index)} has to be chosen again.`
            }
          ]
        : []
    )
  })
}

function placeWords(field: MediaField, index: number): string {
  return field.isMany ? `${field.medium ?? 'file'} ${index + 1}` : `“${field.label}”`
}

/** Where a dropped or pasted file goes: the first field of its medium that has room, else the first of its medium, else the first of all. */
export function fieldForFile(fields: readonly Field[], values: Values, contentType: string): MediaField | null {
  const media = fields.filter((field) => field.kind === 'media')
  const fits = media.filter((field) => field.medium === null || contentType.startsWith(`${field.medium}/`))
  const hasRoom = (field: MediaField): boolean =>
    field.maxItems === null || mediaValues(valueNamed(values, field.name)).length < field.maxItems
  return fits.find(hasRoom) ?? fits[0] ?? media.find(hasRoom) ?? media[0] ?? null
}
