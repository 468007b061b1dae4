import { useRef, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Field, MediaField, Mode } from '../../shared/fields.ts'
import { checkValues, modesOf, outerName, valueNamed } from '../../shared/fields.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Estimate } from '../../shared/pricing.ts'
import { estimateCredits } from '../../shared/pricing.ts'
import type { Problem } from '../../shared/problem.ts'
import type { MediaReference, Value, Values } from '../../shared/values.ts'
import { isDraftReference } from '../../shared/values.ts'
import { inspectPasted } from '../bridge/inspect-pasted.ts'
import { inspectFile, request } from '../bridge/kiln.ts'
import { insertWordsEvent } from '../fields/use-text-editor.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import type { FormServices } from '../fields/form-services.ts'
import { addMedia, mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import {
  afterSending,
  emptyForm,
  fieldForFile,
  fieldsInMode,
  modeOfForm,
  unopenedMediaProblems,
  valuesToSend,
  withKeptSeed,
  withMedia,
  withValue
} from './compose-form.ts'
import type { ComposeForm } from './compose-form.ts'
import { changeForm, currentForm, rememberDrafts, useDrafts, useForm } from './forms-store.ts'
import { useFileDrop } from './use-file-drop.ts'

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
  readonly estimate: Estimate
  readonly services: FormServices
  readonly sending: Sending
  /** What main said when it did not take the last order; gone with the next change. */
  readonly refusal: Refusal | null
  /** True once a person tried to send what could not go: then what is missing is said beside its field too. */
  readonly wasTried: boolean
  readonly setTried: () => void
  readonly setValue: (name: string, value: Value | undefined) => void
  readonly setMode: (id: Mode['id']) => void
  readonly reset: () => ComposeForm
  readonly restore: (form: ComposeForm) => void
  readonly send: () => void
}

/** How long the button stays busy after the answer: longer than any double click. */
const sentPauseInMs = 900

export function useComposeForm(capability: Capability): ComposeFormState {
  const { id } = capability
  const form = useForm(id)
  const drafts = useDrafts()
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
  const draftOf = (reference: MediaReference): DraftMedia | null => (isDraftReference(reference) ? (drafts[reference.draft] ?? null) : null)
  const problems = [
    ...unopenedMediaProblems(fields, values),
    ...checkValues(capability, values, (reference) => draftOf(reference)?.facts ?? null, mode?.id)
  ]

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
    const present = mediaValues(valueNamed(currentForm(id).values, field.name))
    const incoming = added.map(({ draft }) => ({ draft }))
    const most = field.isMany ? field.maxItems : 1
    // A field for one takes the newest: what is dropped on it replaces what is there.
    const { values: next, leftOutCount } = addMedia(present, incoming, field.isMany ? index : 0, most)
    change((now) => withValue(now, field.name, mediaFieldValue(field, next)))
    const names = [...added.slice(added.length - leftOutCount).map(({ facts }) => facts.name), ...surplus]
    if (names.length > 0) sayLeftOut(field, leftOutWords(most, names))
  }
  /** A form that is in text mode goes to the mode that knows the field. */
  function showModeOf(field: MediaField): void {
    if (mode === null || mode.fields.includes(outerName(field.name))) return
    const other = modes.find((candidate) => candidate.fields.includes(field.name))
    if (other) change((now) => ({ ...now, modeId: other.id }))
  }
  async function addFiles(field: MediaField, files: readonly File[], index: number | null, inspect = inspectFile): Promise<void> {
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
    const outcomes = await Promise.all(taken.map((file) => inspect(file)))
    count(-shown)
    const refused = outcomes.find((outcome) => !outcome.ok)
    putMedia(
      field,
      outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])),
      index,
      surplus
    )
    if (refused && !refused.ok) sayLeftOut(field, [refused.message, refused.advice].filter(Boolean).join(' '))
  }
  async function browse(field: MediaField, index: number | null): Promise<void> {
    sayLeftOut(field, null)
    const outcome = await request('media.browse', { capability: id, field: field.name, many: field.isMany && index === null })
    if (!outcome.ok) sayLeftOut(field, [outcome.message, outcome.advice].filter(Boolean).join(' '))
    else if (outcome.value.length > 0) putMedia(field, outcome.value, index, [])
  }

  const allFields = modes.length === 0 ? fields : modes.flatMap((other) => fieldsInMode(capability, other))
  function placeFiles(files: readonly File[], inspect = inspectFile): void {
    const [first] = files
    const field = first && (fieldForFile(fields, form.values, first.type) ?? fieldForFile(allFields, form.values, first.type))
    if (field) void addFiles(field, files, null, inspect)
    else announce('This form takes no files.')
  }
  const isDragging = useFileDrop({
    onFiles: placeFiles,
    onPastedFiles: (files) => placeFiles(files, inspectPasted),
    onAddress: (address) => {
      const field = fieldForFile(fields, form.values, '')
      if (!field) return
      const present = mediaValues(valueNamed(form.values, field.name))
      if (field.maxItems !== null && present.length >= field.maxItems) return sayLeftOut(field, leftOutWords(field.maxItems, [address]))
      change((now) => withValue(now, field.name, mediaFieldValue(field, field.isMany ? [...present, address] : [address])))
    }
  })

  const prompt = fields.find((field) => field.kind === 'text' && field.role === 'prompt')
  const services: FormServices = {
    Input: FieldInput,
    draftOf,
    readingCount: (field) => reading[field] ?? 0,
    leftOut: (field) => leftOut[field] ?? null,
    addFiles: (field, files, index) => void addFiles(field, files, index),
    browse: (field, index) => void browse(field, index),
    setMedia: (field, media, placesAfter) => {
      sayLeftOut(field, null)
      change((now) => withMedia(now, fields, field, media, placesAfter))
    },
    mention:
      prompt === undefined
        ? null
        : (field, index) => {
            const words = field.medium === 'image' ? `image ${index + 1}` : null
            const box = document.getElementById(fieldElementId(prompt.name))
            if (words === null || box === null) return
            box.focus()
            box.dispatchEvent(new CustomEvent(insertWordsEvent, { detail: words }))
          },
    isDragging,
    isSeedKept: (field) => form.keptSeeds.includes(field),
    keepSeed: (field, isKept) => change((now) => withKeptSeed(now, field, isKept))
  }

  async function send(): Promise<void> {
    if (isSending.current || problems.length > 0) return
    isSending.current = true
    setSending('sending')
    setRefusal(null)
    const outcome = await request('task.submit', { capability: id, values })
    if (!outcome.ok) {
      setRefusal(outcome)
      setSending('no')
      isSending.current = false
      return
    }
    changeForm(id, (now) => afterSending(now, fields, Math.random))
    setWasTried(false)
    setSending('sent')
    announce('Sent. It is in the queue.')
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
    estimate: estimateCredits(capability, values),
    services,
    sending,
    refusal,
    wasTried,
    setTried: () => setWasTried(true),
    setValue: (name, value) => change((now) => withValue(now, name, value)),
    setMode: (modeId) => change((now) => ({ ...now, modeId })),
    reset: () => {
      const before = currentForm(id)
      change(() => emptyForm)
      setLeftOut({})
      setWasTried(false)
      return before
    },
    restore: (before) => change(() => before),
    send: () => void send()
  }
}

function leftOutWords(most: number | null, names: readonly string[]): string {
  const fits = most === null ? '' : most === 1 ? 'Only one fits. ' : `Only ${most} fit. `
  return `${fits}${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} left out.`
}
