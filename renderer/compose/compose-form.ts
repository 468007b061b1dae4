import type { Capability } from '../../shared/form/capability.ts'
import type { Field, UnmappedValue, MediaField, Mode } from '../../shared/form/fields.ts'
import {
  fieldsOf,
  migrateValues,
  isDeepEmpty,
  isNestedFieldName,
  modeOf,
  modesOf,
  mediaReferencesIn,
  valueNamed,
  valuesInMode,
  withValueNamed
} from '../../shared/form/fields.ts'
import type { SavedForm } from '../../shared/form/workspace.ts'
import type { InputMedium } from '../../shared/form/json-schema.ts'
import type { Problem } from '../../shared/form/problem.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { MediaReference, MediaValue, Value, Values } from '../../shared/form/values.ts'
import { isMediaReference } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { unmappedLabel, valueChangeText } from '../../shared/phrases/value-change-phrases.ts'
import { mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { renumberImageReferences } from '../../shared/form/image-references.ts'
import { randomSeed } from '../fields/random-seed.ts'

/** The user's input for one capability. Values that only other modes use are kept in the form, but aren't sent. */
export type ComposeForm = SavedForm

export const emptyForm: ComposeForm = { values: {}, modeId: null, keptSeeds: [], left: [] }

/** True if the form has no values and no unmapped values. */
export function isEmptyForm({ values, left }: ComposeForm): boolean {
  return left.length === 0 && Object.values(values).every(isDeepEmpty)
}

/** Returns the mode that the user selected, or else the mode that matches the values. Null if the capability has only one mode. */
export function formMode(capability: Capability, form: ComposeForm): Mode | null {
  return modesOf(capability).find((mode) => mode.id === form.modeId) ?? modeOf(capability, form.values)
}

/** Returns the form's values in its current mode, as they are sent to the service. */
export function valuesToSend(capability: Capability, form: ComposeForm): Values {
  return valuesInMode(capability, form.values, formMode(capability, form))
}

/**
 * Returns the form with a changed field. If `value` is `undefined`, the field's value is removed. `name` may be a field inside a group or a
 * list.
 */
export function withFieldValue(form: ComposeForm, name: string, value: Value | undefined): ComposeForm {
  return { ...form, values: withValueNamed(form.values, name, value) }
}

/**
 * Adds values to a form. A group keeps its other values. If the current mode doesn't show all added values, switches to a mode that does.
 */
export function withAddedValues(capability: Capability, form: ComposeForm, added: Values): ComposeForm {
  const isHeld = (name: string): boolean => JSON.stringify(form.values[name]) === JSON.stringify(added[name])
  // A second part of the same video is added to the first. Parts of another video would be meaningless.
  const extendsLists = Object.entries(added).every(([name, value]) => isListOfGroups(value) || isHeld(name))
  const entries = Object.entries(added).map(([name, value]) => {
    const held = form.values[name]
    if (extendsLists && isListOfGroups(value) && isListOfGroups(held) && !isHeld(name)) return [name, [...held, ...value]] as const
    return [name, isGroup(value) && isGroup(held) ? { ...held, ...value } : value] as const
  })
  const names = entries.map(([name]) => name)
  const shows = (mode: Mode | null): boolean => mode === null || names.every((name) => mode.fields.includes(name))
  const mode = formMode(capability, form)
  const other = shows(mode) ? undefined : modesOf(capability).find(shows)
  return { ...form, values: { ...form.values, ...Object.fromEntries(entries) }, ...(other !== undefined && { modeId: other.id }) }
}

function isListOfGroups(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value) && value.length > 0 && value.every(isGroup)
}

function isGroup(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isMediaReference(value)
}

/**
 * Sets a field's media. In an image list, also updates references such as "image 2" in all prompts. `placesAfter` holds the new index of
 * each previous item, or null for a removed item.
 */
export function withFieldMedia(
  form: ComposeForm,
  fields: readonly Field[],
  field: MediaField,
  media: readonly (string | MediaReference)[],
  placesAfter: readonly (number | null)[]
): ComposeForm {
  const changed = withFieldValue(form, field.name, mediaFieldValue(field, media))
  if (!field.isMany || field.medium !== 'image') return changed
  return fields.reduce((now, prompt) => {
    const text = prompt.kind === 'text' && prompt.role === 'prompt' ? now.values[prompt.name] : undefined
    return typeof text === 'string' ? withFieldValue(now, prompt.name, renumberImageReferences(text, placesAfter)) : now
  }, changed)
}

/**
 * Returns the form after a task was sent. Each seed that isn't kept gets a new random number, so that the next task differs. `random`
 * returns a number from 0 to 1.
 */
export function withNewSeeds(form: ComposeForm, fields: readonly Field[], random: () => number): ComposeForm {
  return fields.reduce((now, field) => {
    if (field.kind !== 'seed' || now.keptSeeds.includes(field.name) || typeof now.values[field.name] !== 'number') return now
    return withFieldValue(now, field.name, randomSeed(field.minimum, field.maximum, random()))
  }, form)
}

export function withSeedKept(form: ComposeForm, name: string, isKept: boolean): ComposeForm {
  const others = form.keptSeeds.filter((kept) => kept !== name)
  return { ...form, keptSeeds: isKept ? [...others, name] : others }
}

/** A form that was fitted to the current contract. `coerced` describes each adjustment in a sentence. */
export type MigratedForm = { readonly form: ComposeForm; readonly coerced: readonly string[] }

/**
 * Fits a form from an earlier contract or another source to the current contract. Values that have no field move to `left`. Values in
 * `left` return to the form if an empty field accepts them again. `before` is the contract that the form was filled in for, or null if
 * unknown.
 */
export function migrateForm(capability: Capability, form: ComposeForm, before: Capability | null = null): MigratedForm {
  const returned = form.left.filter((one) => takesAgain(capability, form, one))
  const values = { ...form.values, ...Object.fromEntries(returned.map(({ name, value }) => [name, value])) }
  const fitted = migrateValues(capability, values, before)
  const left = [...form.left.filter((one) => !returned.includes(one)), ...fitted.unmapped]
  const places = left.map((one) => JSON.stringify([one.name, one.value]))
  return {
    form: { ...form, values: fitted.values, left: left.filter((_, place) => places.indexOf(places[place] ?? '') === place) },
    coerced: [
      ...returned.map((one) => say('The service accepts “{label}” again.', { label: unmappedLabel(one) })),
      ...fitted.coerced.map(valueChangeText)
    ]
  }
}

function takesAgain(capability: Capability, { values }: ComposeForm, { name, value }: UnmappedValue): boolean {
  if (isNestedFieldName(name) || !isDeepEmpty(values[name])) return false
  const alone = migrateValues(capability, { [name]: value })
  return alone.unmapped.length === 0 && !isDeepEmpty(alone.values[name])
}

/** Returns the form with all its seeds kept. Sending the form again then gives the same result. */
export function withAllSeedsKept(capability: Capability, form: ComposeForm): ComposeForm {
  const seeds = fieldsOf(capability, form.values).filter((field) => field.kind === 'seed' && typeof form.values[field.name] === 'number')
  return { ...form, keptSeeds: seeds.map(({ name }) => name) }
}

/** Returns the problems for media that can't be found. `problemOf` returns null if the media isn't missing. */
export function missingMediaProblems(
  fields: readonly Field[],
  values: Values,
  problemOf: (reference: MediaReference) => Problem | null
): readonly SubmissionProblem[] {
  return mediaReferencesIn(values).flatMap(({ field: name, index, reference }) => {
    const missing = problemOf(reference)
    const field = fields.find((candidate) => candidate.name === name)
    if (missing === null || field === undefined) return []
    const place = field.kind === 'media' && field.isMany ? index : null
    return [{ ...missing, field: name, index: place }]
  })
}

/** Returns the media that a new file at `index` would replace. Undefined if the file would be added. */
export function replacedMedia(field: MediaField, values: Values, index: number | null): MediaValue | undefined {
  const place = field.isMany ? index : 0
  return place === null ? undefined : mediaValues(valueNamed(values, field.name))[place]
}

/** True if a field accepts this medium. `medium` is null for an unknown file type, which no field accepts. */
export function acceptsMedium(field: MediaField, medium: InputMedium | null): boolean {
  return medium !== null && (field.medium === null || field.medium === medium)
}

/**
 * Returns the media field for a dropped or pasted file. Prefers fields that accept the file's medium, and among these the first with room
 * for another item. Null if there are no media fields.
 */
export function fieldForFile(fields: readonly Field[], values: Values, contentType: string): MediaField | null {
  const media = fields.filter((field) => field.kind === 'media')
  const fits = media.filter((field) => field.medium === null || contentType.startsWith(`${field.medium}/`))
  const hasRoom = (field: MediaField): boolean =>
    field.maxItems === null || mediaValues(valueNamed(values, field.name)).length < field.maxItems
  return fits.find(hasRoom) ?? fits[0] ?? media.find(hasRoom) ?? media[0] ?? null
}
