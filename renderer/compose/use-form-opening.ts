import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { OpenedForm } from '../../shared/form/workspace.ts'
import type { GivenSource } from '../../shared/form/task-source.ts'
import { say } from '../../shared/i18n/say.ts'
import { onBeforeClose } from '../bridge/flush-on-close.ts'
import { subscribe } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import { isEmptyForm, withAddedValues, withAllSeedsKept } from './compose-form.ts'
import { type FormPrefill, originItem } from '../navigation/form-prefill.ts'
import {
  currentForm,
  fillForm,
  applyPrefillOnce,
  flushDrafts,
  restoreDraftOnce,
  migrateOpenedForm,
  addLocalMedia,
  setRejection,
  shownDraft
} from './forms-store.ts'
import { coercedValuesText } from './coerced-values-text.ts'
import { openOriginForm } from './open-origin-form.ts'
import { failureToShow } from './rejection.ts'
import { fillFormWithUndo } from './set-value-with-undo.ts'

/**
 * Opens a form with its draft, then applies `prefill`. Returns false until the form is open. Saves drafts immediately when the window loses
 * focus or closes.
 */
export function useFormOpening(capability: Capability | null, prefill: FormPrefill | null): boolean {
  const [opened, setOpened] = useState<{ readonly id: string; readonly prefill: FormPrefill | null } | null>(null)
  const toast = useToast()
  useEffect(() => {
    if (capability === null) return
    // A changed contract runs this effect again, but the draft and the prefill are applied only once.
    void openForm(capability, prefill, toast).then(() => setOpened({ id: capability.id, prefill }))
  }, [capability, prefill, toast])
  useEffect(() => {
    for (const event of leavings) window.addEventListener(event, flushDrafts)
    const stops = [onBeforeClose(flushDrafts), subscribe('media.changed', addLocalMedia)]
    return () => {
      stops.forEach((stop) => stop())
      for (const event of leavings) window.removeEventListener(event, flushDrafts)
      flushDrafts()
    }
  }, [])
  return capability !== null && opened?.id === capability.id && opened.prefill === prefill
}

const leavings = ['pagehide', 'blur', 'beforeunload'] as const

async function openForm(capability: Capability, prefill: FormPrefill | null, toast: (toast: Toast) => void): Promise<void> {
  await restoreDraftOnce(capability, ({ coerced }) =>
    toast({ title: say('Form updated to the latest API definition'), description: coercedValuesText(coerced), icon: 'info' })
  )
  if (prefill !== null) {
    await applyPrefillOnce(prefill, () => (prefill.isAdded === true ? fillIn(capability, prefill) : fillFrom(capability, prefill, toast)))
  }
}

/** Adds the prefill's values. Doesn't show a toast, because the added values are visible and nothing is lost. */
function fillIn(capability: Capability, prefill: FormPrefill): Promise<void> {
  addLocalMedia(prefill.localFiles ?? [])
  const form = currentForm(capability.id)
  const from = [...(form.from ?? []), ...(prefill.sources ?? [])]
  fillForm(capability.id, { ...withAddedValues(capability, form, prefill.values), ...(from.length > 0 && { from }) })
  return Promise.resolve()
}

async function fillFrom(capability: Capability, prefill: FormPrefill, toast: (toast: Toast) => void): Promise<void> {
  const draft = shownDraft(capability.id)
  const before = currentForm(capability.id)
  const outcome = prefill.from === null ? null : await openOriginForm(prefill.from)
  if (outcome?.ok === false) {
    toast({ title: outcome.message, ...(outcome.advice !== null && { description: outcome.advice }), tone: 'failed', icon: 'warning' })
    return
  }
  const opened: OpenedForm = outcome?.value ?? { form: { ...bare, values: prefill.values }, media: [], unavailable: [] }
  const { form, coerced } = migrateOpenedForm(capability, opened)
  const remix: readonly GivenSource[] = prefill.from === null ? [] : [{ item: originItem(prefill.from), how: 'remix' }]
  const from = prefill.sources ?? remix
  addLocalMedia(prefill.localFiles ?? [])
  const action = fillFormWithUndo(capability.id, { ...withAllSeedsKept(capability, form), ...(from.length > 0 && { from }) }, toast, draft)
  const task = prefill.from !== null && 'taskId' in prefill.from ? taskStore.get(prefill.from.taskId) : undefined
  const failure = task === undefined ? null : failureToShow(task)
  if (failure !== null) setRejection(capability.id, { failure, values: currentForm(capability.id, draft).values }, draft)
  const hasReplaced = !isEmptyForm(before) && JSON.stringify(before.values) !== JSON.stringify(form.values)
  if (!hasReplaced && coerced.length === 0) return
  toast({
    title: say('Form filled in'),
    icon: 'remix',
    ...(coerced.length > 0 && { description: coercedValuesText(coerced) }),
    ...(hasReplaced && { action })
  })
}

const bare = { modeId: null, keptSeeds: [], left: [] } as const
