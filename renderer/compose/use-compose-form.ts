import { useRef, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field, MediaField, UnmappedValue, Mode } from '../../shared/form/fields.ts'
import { checkValues, fieldsInMode, modesOf, mediaReferencesIn, nestedFieldName } from '../../shared/form/fields.ts'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import type { Problem } from '../../shared/form/problem.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import type { MediaReference, Value, Values } from '../../shared/form/values.ts'
import { isFileTokenReference, isItemReference } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { useItemMedia } from './media-by-item-id.ts'
import { request } from '../bridge/kiln.ts'
import { insertTextEventName } from '../fields/use-text-editor.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import type { FormServices } from '../fields/form-services.ts'
import { mediaUnderMask } from '../fields/media-under-mask.ts'
import { sentPauseInMs } from '../ui/ignore-second-press.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { type Toast, useToast } from '../ui/toasts.tsx'
import { withNewSeeds, missingMediaProblems, formMode, valuesToSend, withSeedKept, withFieldMedia, withFieldValue } from './compose-form.ts'
import type { ComposeForm } from './compose-form.ts'
import { changeForm, setRejection, useLocalFiles, useCurrentForm, useMissingFileNames, useRejection, useShownDraft } from './forms-store.ts'
import type { FormEstimate } from '../spending/price-text.ts'
import { loadSample } from './load-sample.ts'
import { rejectedFieldProblems, formRejectionOutcome } from './rejection.ts'
import { fillFormWithUndo } from './set-value-with-undo.ts'
import { useFormEstimate } from '../spending/use-form-estimate.ts'
import { useMediaFields } from './use-media-fields.ts'
import { imageReferenceText } from '../../shared/phrases/image-reference-text.ts'

/** `sent` stays set briefly after the response, so that an extra press doesn't send twice. */
export type SendingState = 'no' | 'sending' | 'sent'

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

export function useComposeForm(capability: Capability): ComposeFormState {
  const { id } = capability
  const draft = useShownDraft(id)
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

  const modes = modesOf(capability)
  const mode = formMode(capability, form)
  const values = valuesToSend(capability, form)
  const fields = fieldsInMode(capability, mode, values)
  const items = useItemMedia(mediaReferencesIn(values).flatMap(({ reference }) => (isItemReference(reference) ? [reference.item] : [])))
  const mediaOf = (reference: MediaReference): InspectedMedia | null => {
    const media = isFileTokenReference(reference) ? drafts[reference.draft] : isItemReference(reference) ? items[reference.item] : undefined
    return media === undefined || media === 'gone' ? null : media
  }
  const missingProblemOf = (reference: MediaReference): Problem | null => {
    if (isItemReference(reference)) return items[reference.item] === 'gone' ? { code: 'result-not-found', params: {} } : null
    const fileName = isFileTokenReference(reference) ? gone[reference.draft] : null
    return fileName === undefined ? null : { code: 'file-not-found', params: { fileName } }
  }
  const problems = [
    ...missingMediaProblems(fields, values, missingProblemOf),
    ...checkValues(capability, values, (reference) => mediaOf(reference)?.facts ?? null, mode?.id)
  ]

  const estimate = useFormEstimate(capability, values, problems.length === 0)

  function change(next: (form: ComposeForm) => ComposeForm): void {
    setRefusal(null)
    changeForm(id, next, draft)
  }
  const mediaFields = useMediaFields({ capability, modes, mode, fields, formValues: form.values, change })
  const { reportSkipped, clearSkipped, ...mediaServices } = mediaFields

  const knownMedia = (reference: MediaReference | null) => (reference === null ? null : mediaOf(reference))
  const prompt = fields.find((field) => field.kind === 'text' && field.role === 'prompt')
  const services: FormServices = {
    Input: FieldInput,
    mediaOf,
    isMissing: (reference) => missingProblemOf(reference) !== null,
    ...mediaServices,
    maskTarget: (field) => knownMedia(mediaUnderMask(fields, values, field)),
    mediaBeside: (group, wanted) => knownMedia(mediaUnderMask(fields, values, { name: nestedFieldName(group, '') }, wanted)),
    setMedia: (field, media, placesAfter) => {
      reportSkipped(field, null)
      change((now) => withFieldMedia(now, fields, field, media, placesAfter))
    },
    mention: prompt === undefined ? null : (field, index) => insertReference(prompt.name, field, index),
    loadSample: async (field, index) => {
      const outcome = await loadSample(id, field, index)
      if (outcome.ok) return outcome.value
      toast({ title: outcome.message, ...(outcome.advice !== null && { description: outcome.advice }), tone: 'failed', icon: 'warning' })
      return null
    },
    isSeedKept: (field) => form.keptSeeds.includes(field),
    setSeedKept: (field, isKept) => change((now) => withSeedKept(now, field, isKept))
  }

  async function send(consent: readonly SpendingConsent[]): Promise<void> {
    if (isSending.current || problems.length > 0) return
    isSending.current = true
    setSending('sending')
    setRefusal(null)
    const outcome = await request('task.submit', { capability: id, values, from: form.from, consent: [...consent] })
    if (!outcome.ok) {
      setRefusal(outcome)
      setSending('no')
      isSending.current = false
      return
    }
    setRejection(id, null, draft)
    changeForm(id, (now) => withNewSeeds(now, fields, Math.random), draft)
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
      fillFormWithUndo(id, next, toast, draft, () => {
        setRefusal(null)
        clearSkipped()
        setWasTried(false)
      }),
    dismiss: (dismissed) => change((now) => ({ ...now, left: now.left.filter((one) => one !== dismissed) })),
    restoreValue: (left) => change((now) => ({ ...now, left: [...now.left, left] })),
    send: (consent = []) => void send(consent)
  }
}

/** Inserts a reference to an image into the prompt, at the caret. */
function insertReference(promptName: string, field: MediaField, index: number): void {
  const words = field.medium === 'image' ? imageReferenceText(index) : null
  const box = document.getElementById(fieldElementId(promptName))
  if (words === null || box === null) return
  box.focus()
  box.dispatchEvent(new CustomEvent(insertTextEventName, { detail: words }))
}
