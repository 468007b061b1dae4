import type { Capability } from '../../shared/capability.ts'
import type { Field, LeftValue, MediaField, Mode } from '../../shared/fields.ts'
import {
  fieldsOf,
  fitValues,
  isHollow,
  isInnerName,
  modeOf,
  modesOf,
  referencesIn,
  valueNamed,
  valuesInMode,
  withValueNamed
} from '../../shared/fields.ts'
import type { KeptForm } from '../../shared/desk.ts'
import type { Problem } from '../../shared/problem.ts'
import type { MediaReference, Value, Values } from '../../shared/values.ts'
import { isMediaReference } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { renumberImageReferences } from '../../shared/image-references.ts'
import { randomSeed } from '../fields/random-seed.ts'

/** What a person has filled in for one capability. Values of the other mode stay here and are not sent. */
export type ComposeForm = KeptForm

export const emptyForm: ComposeForm = { values: {}, modeId: null, keptSeeds: [], left: [] }

/** Nothing is in it that would be missed. */
export function isEmptyForm({ values, left }: ComposeForm): boolean {
  return left.length === 0 && Object.values(values).every(isHollow)
}

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

/** With these values beside those that it holds, in a mode that shows them. What is added to a group leaves the rest of it. */
export function withAddedValues(capability: Capability, form: ComposeForm, added: Values): ComposeForm {
  const entries = Object.entries(added).map(([name, value]) => {
    const held = form.values[name]
    return [name, isGroup(value) && isGroup(held) ? { ...held, ...value } : value] as const
  })
  const names = entries.map(([name]) => name)
  const shows = (mode: Mode | null): boolean => mode === null || names.every((name) => mode.fields.includes(name))
  const mode = modeOfForm(capability, form)
  const other = shows(mode) ? undefined : modesOf(capability).find(shows)
  return { ...form, values: { ...form.values, ...Object.fromEntries(entries) }, ...(other !== undefined && { modeId: other.id }) }
}

function isGroup(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isMediaReference(value)
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

/** A form as the present contract takes it, and what was done for that, in sentences. */
export type FittedForm = { readonly form: ComposeForm; readonly mended: readonly string[] }

/**
 * A form that was filled in for an earlier contract, or elsewhere. What no field takes is kept beside it; what was beside it and has a field
 * again goes back there. `before`: the contract that it was filled in for, where that is known.
 */
export function fittedForm(capability: Capability, form: ComposeForm, before: Capability | null = null): FittedForm {
  const returned = form.left.filter((one) => takesAgain(capability, form, one))
  const values = { ...form.values, ...Object.fromEntries(returned.map(({ name, value }) => [name, value])) }
  const fitted = fitValues(capability, values, before)
  const left = [...form.left.filter((one) => !returned.includes(one)), ...fitted.left]
  const places = left.map((one) => JSON.stringify([one.name, one.value]))
  return {
    form: { ...form, values: fitted.values, left: left.filter((_, place) => places.indexOf(places[place] ?? '') === place) },
    mended: [...returned.map(({ label }) => say('“{label}” is taken again.', { label })), ...fitted.mended.map(({ words }) => words)]
  }
}

function takesAgain(capability: Capability, { values }: ComposeForm, { name, value }: LeftValue): boolean {
  if (isInnerName(name) || !isHollow(values[name])) return false
  const alone = fitValues(capability, { [name]: value })
  return alone.left.length === 0 && !isHollow(alone.values[name])
}

/** The form of an earlier task: its seeds are kept, since whoever repeats a picture wants that picture. */
export function withSeedsKept(capability: Capability, form: ComposeForm): ComposeForm {
  const seeds = fieldsOf(capability, form.values).filter((field) => field.kind === 'seed' && typeof form.values[field.name] === 'number')
  return { ...form, keptSeeds: seeds.map(({ name }) => name) }
}

/** Files that can't be opened now. `nameOf` says what such a one is called, and null for one that can be. */
export function goneMediaProblems(
  fields: readonly Field[],
  values: Values,
  nameOf: (reference: MediaReference) => string | null
): readonly Problem[] {
  return referencesIn(values).flatMap(({ field: name, index, reference }) => {
    const gone = nameOf(reference)
    const field = fields.find((candidate) => candidate.name === name)
    if (gone === null || field === undefined) return []
    const place = field.kind === 'media' && field.isMany ? index : null
    return [{ field: name, index: place, message: say('{gone} is not where it was. Choose it again.', { gone }) }]
  })
}

/** Where a dropped or pasted file goes: the first field of its medium that has room, else the first of its medium, else the first of all. */
export function fieldForFile(fields: readonly Field[], values: Values, contentType: string): MediaField | null {
  const media = fields.filter((field) => field.kind === 'media')
  const fits = media.filter((field) => field.medium === null || contentType.startsWith(`${field.medium}/`))
  const hasRoom = (field: MediaField): boolean =>
    field.maxItems === null || mediaValues(valueNamed(values, field.name)).length < field.maxItems
  return fits.find(hasRoom) ?? fits[0] ?? media.find(hasRoom) ?? media[0] ?? null
}
