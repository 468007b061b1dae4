import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { OpenedForm } from '../../shared/desk.ts'
import { say } from '../../shared/words/say.ts'
import { beforeClosing } from '../bridge/farewell.ts'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import { isEmptyForm, withAddedValues, withSeedsKept } from './compose-form.ts'
import type { Prefill } from './compose-view-props.ts'
import { currentForm, fillForm, fillOnce, keepDraftsNow, openDraftOnce, openedForm, rememberDrafts } from './forms-store.ts'
import { mendedWords } from './mended-words.ts'
import { openOrigin } from './open-origin.ts'

/**
 * Opens a form: with what was typed last, or with what it is opened with, which can be undone. False while that is on its way. What is typed
 * is kept at once when the window is left.
 */
export function useFormOpening(capability: Capability | null, prefill: Prefill | null): boolean {
  const [opened, setOpened] = useState<{ readonly id: string; readonly prefill: Prefill | null } | null>(null)
  const toast = useToast()
  useEffect(() => {
    if (capability === null) return
    // Once for each: a form that is open follows its contract by itself.
    void openForm(capability, prefill, toast).then(() => setOpened({ id: capability.id, prefill }))
  }, [capability, prefill, toast])
  useEffect(() => {
    for (const event of leavings) window.addEventListener(event, keepDraftsNow)
    const stop = beforeClosing(keepDraftsNow)
    return () => {
      stop()
      for (const event of leavings) window.removeEventListener(event, keepDraftsNow)
      keepDraftsNow()
    }
  }, [])
  return capability !== null && opened?.id === capability.id && opened.prefill === prefill
}

const leavings = ['pagehide', 'blur', 'beforeunload'] as const

async function openForm(capability: Capability, prefill: Prefill | null, toast: (toast: Toast) => void): Promise<void> {
  await openDraftOnce(capability, ({ mended }) =>
    toast({ title: say('The form follows the contract'), words: mendedWords(mended), icon: 'info' })
  )
  if (prefill !== null) {
    await fillOnce(prefill, () => (prefill.isAdded === true ? fillIn(capability, prefill) : fillFrom(capability, prefill, toast)))
  }
}

/** What is added is seen where it stands: nothing is said, since nothing is lost. */
function fillIn(capability: Capability, prefill: Prefill): Promise<void> {
  rememberDrafts(prefill.drafts ?? [])
  fillForm(capability.id, withAddedValues(capability, currentForm(capability.id), prefill.values))
  return Promise.resolve()
}

async function fillFrom(capability: Capability, prefill: Prefill, toast: (toast: Toast) => void): Promise<void> {
  const before = currentForm(capability.id)
  const outcome = prefill.from === null ? null : await openOrigin(prefill.from)
  if (outcome?.ok === false) {
    toast({ title: outcome.message, ...(outcome.advice !== null && { words: outcome.advice }), tone: 'failed', icon: 'warning' })
    return
  }
  const opened: OpenedForm = outcome?.value ?? { form: { ...bare, values: prefill.values }, media: [], gone: [] }
  const { form, mended } = openedForm(capability, opened)
  fillForm(capability.id, withSeedsKept(capability, form))
  const hasReplaced = !isEmptyForm(before) && JSON.stringify(before.values) !== JSON.stringify(form.values)
  if (!hasReplaced && mended.length === 0) return
  toast({
    title: say('Filled in again'),
    icon: 'remix',
    ...(mended.length > 0 && { words: mendedWords(mended) }),
    ...(hasReplaced && { action: { label: say('Undo'), onSelect: () => fillForm(capability.id, before), undoes: true } })
  })
}

const bare = { modeId: null, keptSeeds: [], left: [] } as const
