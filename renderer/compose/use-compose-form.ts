import { useRef, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field, ImageRequirements, UnmappedValue, MediaField, Mode } from '../../shared/form/fields.ts'
import { checkValues, modesOf, topLevelFieldName, mediaReferencesIn, valueNamed, mediumNouns } from '../../shared/form/fields.ts'
import { formatList } from '../../shared/form/fields/format-list.ts'
import type { LocalMedia, InspectedMedia } from '../../shared/form/media-facts.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import type { MediaReference, MediaValue, Value, Values } from '../../shared/form/values.ts'
import { isFileTokenReference, isFileReference, isItemReference } from '../../shared/form/values.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { inspectOrSaveFile } from '../media/inspect-or-save-file.ts'
import { useItemMedia } from './media-by-item-id.ts'
import { request } from '../bridge/kiln.ts'
import { insertTextEventName } from '../fields/use-text-editor.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import type { FormServices } from '../fields/form-services.ts'
import { mediaUnderMask } from '../fields/media-under-mask.ts'
import { addMedia, urlDisplayParts, mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { type Toast, useToast } from '../ui/toasts.tsx'
import {
  acceptsMedium,
  withNewSeeds,
  fieldForFile,
  fieldsInMode,
  missingMediaProblems,
  formMode,
  replacedMedia,
  valuesToSend,
  withSeedKept,
  withFieldMedia,
  withFieldValue
} from './compose-form.ts'
import type { ComposeForm } from './compose-form.ts'
import {
  changeForm,
  currentForm,
  fillForm,
  addLocalMedia,
  setRejection,
  useLocalFiles,
  useCurrentForm,
  useMissingFileNames,
  useRejection
} from './forms-store.ts'
import type { FormEstimate } from './price-text.ts'
import { rejectedFieldProblems, formRejectionOutcome } from './rejection.ts'
import { fillFormWithUndo, setValueWithUndo } from './set-value-with-undo.ts'
import { useFormDropAndPaste } from './use-form-drop-and-paste.ts'
import { useFormEstimate } from './use-form-estimate.ts'
import { imageReferenceText } from '../../shared/form/image-references.ts'

/** `sent` stays set briefly after the response, so that an extra press doesn't send twice. */
export type SendingState = 'no' | 'sending' | 'sent'
export type FailedOutcome = Extract<Outcome<never>, { ok: false }>

export type ComposeFormState = {
  readonly form: ComposeForm
  readonly modes: readonly Mode[]
  readonly mode: Mode | null
  /** Fields of the current mode. */
  readonly fields: readonly Field[]
  readonly values: Values
  readonly problems: readonly SubmissionProblem[]
  readonly estimate: FormEstimate
  readonly services: FormServices
  readonly sending: SendingState
  /** Why main rejected the last request, or the service rejected the prefilled values. Null after the next change. */
  readonly refusal: FailedOutcome | null
  /** The service's messages about fields that still have the rejected value. These values can still be sent again. */
  readonly rejected: readonly SubmissionProblem[]
  readonly clearRefusal: () => void
  /** True once the user tried to send an incomplete form. Missing values are then reported beside their fields too. */
  readonly wasAttempted: boolean
  readonly setAttempted: () => void
  readonly setValue: (name: string, value: Value | undefined) => void
  readonly setMode: (id: Mode['id']) => void
  /** Replaces the whole form and returns an undo action. */
  readonly replace: (form: ComposeForm) => NonNullable<Toast['action']>
  /** Discards an unmapped value. */
  readonly dismiss: (left: UnmappedValue) => void
  readonly restoreValue: (left: UnmappedValue) => void
  /** Sends the form. `consent` lists the spending confirmations that the user has just given. */
  readonly send: (consent?: readonly SpendingConsent[]) => void
}

/** How long the button stays busy after the response. This is longer than a double click. */
const sentPauseInMs = 900

export function useComposeForm(capability: Capability): ComposeFormState {
  const { id } = capability
  const form = useCurrentForm(id)
  const drafts = useLocalFiles()
  const gone = useMissingFileNames()
  const rejection = useRejection(id)
  const announce = useAnnounce()
  const toast = useToast()
  const [sending, setSending] = useState<SendingState>('no')
  const isSending = useRef(false)
  const [refusal, setRefusal] = useState<FailedOutcome | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const [reading, setReading] = useState<{ readonly [field: string]: number }>({})
  const [skippedReasons, setSkippedReasons] = useState<{ readonly [field: string]: string | null }>({})

  const modes = modesOf(capability)
  const mode = formMode(capability, form)
  const values = valuesToSend(capability, form)
  const fields = fieldsInMode(capability, mode, values)
  const items = useItemMedia(mediaReferencesIn(values).flatMap(({ reference }) => (isItemReference(reference) ? [reference.item] : [])))
  const mediaOf = (reference: MediaReference): InspectedMedia | null => {
    const media = isFileTokenReference(reference) ? drafts[reference.draft] : isItemReference(reference) ? items[reference.item] : undefined
    return media === undefined || media === 'gone' ? null : media
  }
  /** Display name of missing media. Null if the media isn't missing. */
  const goneNameOf = (reference: MediaReference): string | null => {
    if (isFileTokenReference(reference)) return gone[reference.draft] === undefined ? null : `“${gone[reference.draft]}”`
    if (isItemReference(reference)) return items[reference.item] === 'gone' ? say('The result') : null
    return say('The file')
  }
  const problems = [
    ...missingMediaProblems(fields, values, goneNameOf),
    ...checkValues(capability, values, (reference) => mediaOf(reference)?.facts ?? null, mode?.id)
  ]

  const estimate = useFormEstimate(capability, values, problems.length === 0)

  function change(next: (form: ComposeForm) => ComposeForm): void {
    setRefusal(null)
    changeForm(id, next)
  }
  function reportSkipped(field: MediaField, words: string | null): void {
    setSkippedReasons((before) => ({ ...before, [field.name]: words }))
    if (words !== null) announce(words)
  }
  function putMedia(
    field: MediaField,
    added: readonly LocalMedia[],
    index: number | null,
    surplus: readonly string[],
    title?: string
  ): void {
    addLocalMedia(added)
    putValues(
      field,
      added.map(({ draft, facts }) => ({ value: { draft }, name: facts.name })),
      index,
      surplus,
      title
    )
  }
  function putValues(
    field: MediaField,
    added: readonly { readonly value: MediaValue; readonly name: string | null }[],
    index: number | null,
    surplus: readonly string[],
    title = say('“{label}” replaced', { label: field.label })
  ): void {
    const { values: now } = currentForm(id)
    const present = mediaValues(valueNamed(now, field.name))
    const isReplaced = added.length > 0 && replacedMedia(field, now, index) !== undefined
    const most = field.isMany ? field.maxItems : 1
    // A field for a single item keeps only the newest. A drop replaces the current item.
    const incoming = added.map(({ value }) => value)
    const { values: next, skippedCount } = addMedia(present, incoming, field.isMany ? index : 0, most)
    const undo = setValueWithUndo(mediaFieldValue(field, next), {
      read: () => valueNamed(currentForm(id).values, field.name),
      write: (value) => change((held) => withFieldValue(held, field.name, value)),
      title: say('Previous file restored'),
      toast
    })
    if (isReplaced) toast({ title, icon: 'replace', action: undo })
    const names = [...added.slice(added.length - skippedCount).map(({ name }) => name), ...surplus]
    if (names.length > 0) reportSkipped(field, skippedText(most, names))
  }
  function addValues(field: MediaField, added: readonly MediaValue[], index: number | null): void {
    showModeOf(field)
    reportSkipped(field, null)
    const named = added.map((value) => ({ value, name: typeof value === 'string' ? urlDisplayParts(value).name : null }))
    putValues(field, named, index, [])
  }
  /** Switches to a mode with this field, unless the current mode has the field. */
  function showModeOf(field: MediaField): void {
    if (mode === null || mode.fields.includes(topLevelFieldName(field.name))) return
    const other = modes.find((candidate) => candidate.fields.includes(field.name))
    if (other) change((now) => ({ ...now, modeId: other.id }))
  }
  async function addFiles(field: MediaField, files: readonly File[], index: number | null): Promise<void> {
    showModeOf(field)
    reportSkipped(field, null)
    const most = field.isMany ? field.maxItems : 1
    const present = field.isMany ? mediaValues(valueNamed(currentForm(id).values, field.name)).length : 0
    const room = most === null ? files.length : Math.max(0, most - present + (index === null ? 0 : 1))
    const taken = files.slice(0, room)
    const surplus = files.slice(room).map(({ name }) => name)
    const count = (by: number): void => setReading((now) => ({ ...now, [field.name]: (now[field.name] ?? 0) + by }))
    const shown = index === null ? taken.length : Math.max(0, taken.length - 1)
    count(shown)
    const outcomes = await Promise.all(taken.map((file) => inspectOrSaveFile(file)))
    count(-shown)
    const refused = outcomes.find((outcome) => !outcome.ok)
    const looked = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
    const [first] = looked
    if (
      first !== undefined &&
      !acceptsMedium(field, first.facts.medium) &&
      replacedMedia(field, currentForm(id).values, index) !== undefined
    )
      return reportSkipped(
        field,
        say('“{name}” isn’t {kind}. Nothing was replaced. Choose another file.', {
          name: first.facts.name,
          kind: mediumNouns(field.medium).a
        })
      )
    putMedia(field, looked, index, surplus)
    if (refused && !refused.ok) reportSkipped(field, joinSentences(refused.message, refused.advice))
  }
  async function convert(field: MediaField, media: MediaReference, index: number, target: ImageRequirements): Promise<void> {
    if (isFileReference(media)) return
    reportSkipped(field, null)
    const outcome = await request('media.convert', { media, target: { ...target, formats: [...target.formats] } })
    if (!outcome.ok) return reportSkipped(field, joinSentences(outcome.message, outcome.advice))
    // Skips the replacement if the item at this index has changed during the conversion.
    const now = mediaValues(valueNamed(currentForm(id).values, field.name))[index]
    if (JSON.stringify(now) !== JSON.stringify(media)) return
    putMedia(field, [outcome.value], index, [], say('Converted. The original file is unchanged.'))
  }
  async function browse(field: MediaField, index: number | null): Promise<void> {
    reportSkipped(field, null)
    const outcome = await request('media.browse', { capability: id, field: field.name, many: field.isMany && index === null })
    if (!outcome.ok) reportSkipped(field, joinSentences(outcome.message, outcome.advice))
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
    else announce(say('This form doesn’t accept files.'))
  }
  async function placeItems(ids: readonly string[]): Promise<void> {
    const known = await request('media.inspectItem', { id: ids[0] ?? '' })
    const field = fieldFor(known.ok ? `${known.value.facts.medium}/` : '')
    const results = ids.map((item) => ({ item }))
    if (field) addValues(field, results, null)
    else announce(say('This form doesn’t accept files.'))
  }
  const isDragging = useFormDropAndPaste({
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
    isMissing: (reference) => goneNameOf(reference) !== null,
    readingCount: (field) => reading[field] ?? 0,
    skippedReason: (field) => skippedReasons[field] ?? null,
    addFiles: (field, files, index) => void addFiles(field, files, index),
    addValues,
    addLocalFile: (field, draft, index) => {
      reportSkipped(field, null)
      putMedia(field, [draft], index, [])
    },
    convert,
    browse: (field, index) => void browse(field, index),
    maskTarget: (field) => {
      const reference = mediaUnderMask(fields, values, field)
      return reference === null ? null : mediaOf(reference)
    },
    setMedia: (field, media, placesAfter) => {
      reportSkipped(field, null)
      change((now) => withFieldMedia(now, fields, field, media, placesAfter))
    },
    mention:
      prompt === undefined
        ? null
        : (field, index) => {
            const words = field.medium === 'image' ? imageReferenceText(index) : null
            const box = document.getElementById(fieldElementId(prompt.name))
            if (words === null || box === null) return
            box.focus()
            box.dispatchEvent(new CustomEvent(insertTextEventName, { detail: words }))
          },
    isDragging,
    isSeedKept: (field) => form.keptSeeds.includes(field),
    setSeedKept: (field, isKept) => change((now) => withSeedKept(now, field, isKept))
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
    setRejection(id, null)
    changeForm(id, (now) => withNewSeeds(now, fields, Math.random))
    setWasTried(false)
    setSending('sent')
    announce(say('Sent. The task is in the queue.'))
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
    refusal: refusal ?? (rejection && formRejectionOutcome(capability, rejection, form.values)),
    rejected: rejection === null ? [] : rejectedFieldProblems(capability, rejection, form.values),
    clearRefusal: () => setRefusal(null),
    wasAttempted: wasTried,
    setAttempted: () => setWasTried(true),
    setValue: (name, value) => change((now) => withFieldValue(now, name, value)),
    setMode: (modeId) => change((now) => ({ ...now, modeId })),
    replace: (next) =>
      fillFormWithUndo(id, next, toast, (filled) => {
        setRefusal(null)
        setSkippedReasons({})
        setWasTried(false)
        fillForm(id, filled)
      }),
    dismiss: (dismissed) => change((now) => ({ ...now, left: now.left.filter((one) => one !== dismissed) })),
    restoreValue: (left) => change((now) => ({ ...now, left: [...now.left, left] })),
    send: (consent = []) => void send(consent)
  }
}

/**
 * Message that names the skipped files and URLs. Results have no name (null), so they are only counted. `most` is the maximum number of
 * items in the field. Null if the field has no maximum.
 */
function skippedText(most: number | null, names: readonly (string | null)[]): string {
  const known = names.filter((name) => name !== null).map((name) => `“${name}”`)
  const count = names.length - known.length
  const results = count === 0 ? [] : [say('{count, plural, one {# result} other {# results}}', { count })]
  return joinSentences(
    most === null
      ? null
      : say('{most, plural, one {This field accepts only one item.} other {This field accepts at most # items.}}', { most }),
    say('{names} {count, plural, one {wasn’t} other {weren’t}} added.', {
      names: formatList([...known, ...results], 'and'),
      count: names.length
    })
  )
}
