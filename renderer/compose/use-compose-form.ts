import { useRef, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Field, LeftValue, MediaField, Mode } from '../../shared/fields.ts'
import { checkValues, modesOf, outerName, referencesIn, valueNamed } from '../../shared/fields.ts'
import type { DraftMedia, KnownMedia } from '../../shared/media-facts.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Problem } from '../../shared/problem.ts'
import type { SpendingConsent } from '../../shared/spending.ts'
import type { MediaReference, MediaValue, Value, Values } from '../../shared/values.ts'
import { isDraftReference, isItemReference } from '../../shared/values.ts'
import { phrases, sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { inspectHanded } from '../bridge/inspect-handed.ts'
import { useItemMedia } from '../bridge/item-media.ts'
import { request } from '../bridge/kiln.ts'
import { insertWordsEvent } from '../fields/use-text-editor.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import type { FormServices } from '../fields/form-services.ts'
import { maskSource } from '../fields/mask-source.ts'
import { addMedia, addressWords, mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import {
  afterSending,
  fieldForFile,
  fieldsInMode,
  goneMediaProblems,
  modeOfForm,
  valuesToSend,
  withKeptSeed,
  withMedia,
  withValue
} from './compose-form.ts'
import type { ComposeForm } from './compose-form.ts'
import { changeForm, currentForm, fillForm, rememberDrafts, useDrafts, useForm, useGoneFiles } from './forms-store.ts'
import type { FormEstimate } from './price-words.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useFormEstimate } from './use-form-estimate.ts'
import { imageReference } from '../../shared/image-references.ts'

/** `sent` stays for a moment after the answer, so that a press that came too often is not a second order. */
export type Sending = 'no' | 'sending' | 'sent'
export type Refusal = Extract<Outcome<never>, { ok: false }>

export type ComposeFormState = {
  readonly form: ComposeForm
  readonly modes: readonly Mode[]
  readonly mode: Mode | null
  /** Those of the mode. */
  readonly fields: readonly Field[]
  readonly values: Values
  readonly problems: readonly Problem[]
  readonly estimate: FormEstimate
  readonly services: FormServices
  readonly sending: Sending
  /** What main said when it did not take the last order; gone with the next change. */
  readonly refusal: Refusal | null
  /** True once a person tried to send what could not go: then what is missing is said beside its field too. */
  readonly wasTried: boolean
  readonly setTried: () => void
  readonly setValue: (name: string, value: Value | undefined) => void
  readonly setMode: (id: Mode['id']) => void
  /** Another form altogether; gives the one before, for an undo. */
  readonly replace: (form: ComposeForm) => ComposeForm
  /** Lets a value go that stands beside the form. */
  readonly dismiss: (left: LeftValue) => void
  readonly takeBack: (left: LeftValue) => void
  /** `consent`: questions before spending that were just answered with yes. */
  readonly send: (consent?: readonly SpendingConsent[]) => void
}

/** How long the button stays busy after the answer: longer than any double click. */
const sentPauseInMs = 900

export function useComposeForm(capability: Capability): ComposeFormState {
  const { id } = capability
  const form = useForm(id)
  const drafts = useDrafts()
  const gone = useGoneFiles()
  const announce = useAnnounce()
  const [sending, setSending] = useState<Sending>('no')
  const isSending = useRef(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const [reading, setReading] = useState<{ readonly [field: string]: number }>({})
  const [leftOut, setLeftOut] = useState<{ readonly [field: string]: string | null }>({})

  const modes = modesOf(capability)
  const mode = modeOfForm(capability, form)
  const values = valuesToSend(capability, form)
  const fields = fieldsInMode(capability, mode, values)
  const items = useItemMedia(referencesIn(values).flatMap(({ reference }) => (isItemReference(reference) ? [reference.item] : [])))
  const mediaOf = (reference: MediaReference): KnownMedia | null => {
    const media = isDraftReference(reference) ? drafts[reference.draft] : isItemReference(reference) ? items[reference.item] : undefined
    return media === undefined || media === 'gone' ? null : media
  }
  /** What a file that can't be opened is called; null: it can. */
  const goneNameOf = (reference: MediaReference): string | null => {
    if (isDraftReference(reference)) return gone[reference.draft] === undefined ? null : `“${gone[reference.draft]}”`
    if (isItemReference(reference)) return items[reference.item] === 'gone' ? say('The result') : null
    return say('The file')
  }
  const problems = [
    ...goneMediaProblems(fields, values, goneNameOf),
    ...checkValues(capability, values, (reference) => mediaOf(reference)?.facts ?? null, mode?.id)
  ]

  const estimate = useFormEstimate(capability, values, problems.length === 0)

  function change(next: (form: ComposeForm) => ComposeForm): void {
    setRefusal(null)
    changeForm(id, next)
  }
  function sayLeftOut(field: MediaField, words: string | null): void {
    setLeftOut((before) => ({ ...before, [field.name]: words }))
    if (words !== null) announce(words)
  }
  function putMedia(field: MediaField, added: readonly DraftMedia[], index: number | null, surplus: readonly string[]): void {
    rememberDrafts(added)
    putValues(
      field,
      added.map(({ draft, facts }) => ({ value: { draft }, name: facts.name })),
      index,
      surplus
    )
  }
  function putValues(
    field: MediaField,
    added: readonly { readonly value: MediaValue; readonly name: string }[],
    index: number | null,
    surplus: readonly string[]
  ): void {
    const present = mediaValues(valueNamed(currentForm(id).values, field.name))
    const most = field.isMany ? field.maxItems : 1
    // A field for one takes the newest: what is dropped on it replaces what is there.
    const incoming = added.map(({ value }) => value)
    const { values: next, leftOutCount } = addMedia(present, incoming, field.isMany ? index : 0, most)
    change((now) => withValue(now, field.name, mediaFieldValue(field, next)))
    const names = [...added.slice(added.length - leftOutCount).map(({ name }) => name), ...surplus]
    if (names.length > 0) sayLeftOut(field, leftOutWords(most, names))
  }
  function addValues(field: MediaField, added: readonly MediaValue[], index: number | null): void {
    showModeOf(field)
    sayLeftOut(field, null)
    const named = added.map((value) => ({ value, name: typeof value === 'string' ? addressWords(value).name : 'A result' }))
    putValues(field, named, index, [])
  }
  /** A form that is in text mode goes to the mode that knows the field. */
  function showModeOf(field: MediaField): void {
    if (mode === null || mode.fields.includes(outerName(field.name))) return
    const other = modes.find((candidate) => candidate.fields.includes(field.name))
    if (other) change((now) => ({ ...now, modeId: other.id }))
  }
  async function addFiles(field: MediaField, files: readonly File[], index: number | null): Promise<void> {
    showModeOf(field)
    sayLeftOut(field, null)
    const most = field.isMany ? field.maxItems : 1
    const present = field.isMany ? mediaValues(valueNamed(currentForm(id).values, field.name)).length : 0
    const room = most === null ? files.length : Math.max(0, most - present + (index === null ? 0 : 1))
    const taken = files.slice(0, room)
    const surplus = files.slice(room).map(({ name }) => name)
    const count = (by: number): void => setReading((now) => ({ ...now, [field.name]: (now[field.name] ?? 0) + by }))
    const shown = index === null ? taken.length : Math.max(0, taken.length - 1)
    count(shown)
    const outcomes = await Promise.all(taken.map((file) => inspectHanded(file)))
    count(-shown)
    const refused = outcomes.find((outcome) => !outcome.ok)
    putMedia(
      field,
      outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])),
      index,
      surplus
    )
    if (refused && !refused.ok) sayLeftOut(field, sentences(refused.message, refused.advice))
  }
  async function browse(field: MediaField, index: number | null): Promise<void> {
    sayLeftOut(field, null)
    const outcome = await request('media.browse', { capability: id, field: field.name, many: field.isMany && index === null })
    if (!outcome.ok) sayLeftOut(field, sentences(outcome.message, outcome.advice))
    else if (outcome.value.length > 0) putMedia(field, outcome.value, index, [])
  }

  const allFields = modes.length === 0 ? fields : modes.flatMap((other) => fieldsInMode(capability, other))
  function fieldFor(contentType: string): MediaField | null {
    const { values: now } = currentForm(id)
    return fieldForFile(fields, now, contentType) ?? fieldForFile(allFields, now, contentType)
  }
  function placeFiles(files: readonly File[]): void {
    const field = fieldFor(files[0]?.type ?? '')
    if (field) void addFiles(field, files, null)
    else announce(say('This form takes no files.'))
  }
  async function placeItems(ids: readonly string[]): Promise<void> {
    const known = await request('media.inspectItem', { id: ids[0] ?? '' })
    const field = fieldFor(known.ok ? `${known.value.facts.medium}/` : '')
    const results = ids.map((item) => ({ item }))
    if (field) addValues(field, results, null)
    else announce(say('This form takes no files.'))
  }
  const isDragging = useFileDrop({
    onFiles: placeFiles,
    onItems: (ids) => void placeItems(ids),
    onAddresses: (addresses) => {
      const field = fieldForFile(fields, form.values, '')
      if (field) addValues(field, addresses, null)
    }
  })

  const prompt = fields.find((field) => field.kind === 'text' && field.role === 'prompt')
  const services: FormServices = {
    Input: FieldInput,
    mediaOf,
    isGone: (reference) => goneNameOf(reference) !== null,
    readingCount: (field) => reading[field] ?? 0,
    leftOut: (field) => leftOut[field] ?? null,
    addFiles: (field, files, index) => void addFiles(field, files, index),
    addValues,
    addDraft: (field, draft, index) => {
      sayLeftOut(field, null)
      putMedia(field, [draft], index, [])
    },
    browse: (field, index) => void browse(field, index),
    mediaUnderMask: (field) => {
      const reference = maskSource(fields, values, field)
      return reference === null ? null : mediaOf(reference)
    },
    setMedia: (field, media, placesAfter) => {
      sayLeftOut(field, null)
      change((now) => withMedia(now, fields, field, media, placesAfter))
    },
    mention:
      prompt === undefined
        ? null
        : (field, index) => {
            const words = field.medium === 'image' ? imageReference(index) : null
            const box = document.getElementById(fieldElementId(prompt.name))
            if (words === null || box === null) return
            box.focus()
            box.dispatchEvent(new CustomEvent(insertWordsEvent, { detail: words }))
          },
    isDragging,
    isSeedKept: (field) => form.keptSeeds.includes(field),
    keepSeed: (field, isKept) => change((now) => withKeptSeed(now, field, isKept))
  }

  async function send(consent: readonly SpendingConsent[]): Promise<void> {
    if (isSending.current || problems.length > 0) return
    isSending.current = true
    setSending('sending')
    setRefusal(null)
    const outcome = await request('task.submit', { capability: id, values, consent: [...consent] })
    if (!outcome.ok) {
      setRefusal(outcome)
      setSending('no')
      isSending.current = false
      return
    }
    changeForm(id, (now) => afterSending(now, fields, Math.random))
    setWasTried(false)
    setSending('sent')
    announce(say('Sent. It is in the queue.'))
    setTimeout(() => {
      isSending.current = false
      setSending('no')
    }, sentPauseInMs)
  }

  return {
    form,
    modes,
    mode,
    fields,
    values,
    problems,
    estimate,
    services,
    sending,
    refusal,
    wasTried,
    setTried: () => setWasTried(true),
    setValue: (name, value) => change((now) => withValue(now, name, value)),
    setMode: (modeId) => change((now) => ({ ...now, modeId })),
    replace: (next) => {
      const before = currentForm(id)
      setRefusal(null)
      setLeftOut({})
      setWasTried(false)
      fillForm(id, next)
      return before
    },
    dismiss: (dismissed) => change((now) => ({ ...now, left: now.left.filter((one) => one !== dismissed) })),
    takeBack: (left) => change((now) => ({ ...now, left: [...now.left, left] })),
    send: (consent = []) => void send(consent)
  }
}

function leftOutWords(most: number | null, names: readonly string[]): string {
  return sentences(
    most === null ? null : say('{most, plural, one {Only one fits.} other {Only # fit.}}', { most }),
    say('{names} {count, plural, one {was} other {were}} left out.', { names: phrases(...names), count: names.length })
  )
}
