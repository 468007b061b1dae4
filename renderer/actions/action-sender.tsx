import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import { useEffect, useRef, useState } from 'react'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import { say } from '../../shared/i18n/say.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { useCapability, useSettings } from '../bridge/use-session.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { openTask } from '../navigation/open-task.ts'
import { sentPauseInMs } from '../ui/ignore-second-press.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { ActionStep } from './action-dialog.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionRequest } from './action-store.ts'
import { actionStore, openActionForm } from './action-store.ts'
import { createRepeatSubmission, createFourMoreSubmission } from './repeat-task.ts'
import { canCombineInputs } from './can-combine-inputs.ts'
import type { ActionSubmission } from './send-action.ts'
import { createSubmissionPerResult, createCombinedSubmission } from './send-action.ts'

/**
 * Sends `asked`, with the same confirmations before spending as a form. Shows a dialog only if there is a question, or if the action can’t
 * be sent.
 */
export function ActionSender({ asked }: { readonly asked: ActionRequest }) {
  const [step, setStep] = useState<ActionStep>({ kind: 'busy' })
  const hasStarted = useRef(false)
  const announce = useAnnounce()
  const toast = useToast()
  const several = useSettings()?.severalResults ?? 'ask'
  const repeated = useCapability(asked.kind === 'apply' ? '' : asked.origin.capability)
  const label = labelOf(asked)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void begin()
  })

  function begin(): Promise<void> {
    if (asked.kind !== 'apply') {
      if (repeated === null) return Promise.resolve(close())
      return follow(
        asked.kind === 'more' ? createFourMoreSubmission(asked.origin, repeated) : createRepeatSubmission(asked.origin, repeated)
      )
    }
    const { named, itemIds } = asked
    if (itemIds.length < 2) return follow(Promise.resolve(createCombinedSubmission(named.action, itemIds)))
    if (!canCombineInputs(named.action, itemIds.length)) return sendAs('each')
    if (several !== 'ask') return sendAs(several)
    setStep({ kind: 'way' })
    return Promise.resolve()
  }

  function sendAs(way: 'each' | 'together'): Promise<void> {
    if (asked.kind !== 'apply') return Promise.resolve()
    const { named, itemIds } = asked
    setStep({ kind: 'busy' })
    return follow(
      way === 'each' ? createSubmissionPerResult(named.action, itemIds) : Promise.resolve(createCombinedSubmission(named.action, itemIds))
    )
  }

  async function follow(preparing: Promise<ActionSubmission | FailedOutcome>): Promise<void> {
    const submission = await preparing
    if ('ok' in submission) setStep({ kind: 'failed', failure: submission })
    else if (submission.plan !== null && submission.plan.badRows.length > 0)
      setStep({ kind: 'rejected', submission, plan: submission.plan })
    else await send(submission, [])
  }

  async function send(submission: ActionSubmission, consent: readonly SpendingConsent[]): Promise<void> {
    setStep({ kind: 'busy' })
    const outcome = await submission.send(consent)
    if (!outcome.ok) {
      const guards = outcome.guards ?? []
      const isOwnTwin =
        asked.kind === 'more' &&
        guards.every((guard) => guard.kind === 'twin' && 'taskId' in asked.origin && guard.id === asked.origin.taskId)
      // “Four more like this” repeats a task on purpose, so Kiln doesn't ask about this duplicate.
      if (guards.length > 0 && isOwnTwin && consent.length === 0) return send(submission, ['twin'])
      return setStep(guards.length > 0 ? { kind: 'guarded', submission, guards } : { kind: 'failed', failure: outcome })
    }
    const { count } = submission
    const description =
      count === 1 ? say('The task is in the queue.') : say('{count, plural, one {# task} other {# tasks}} added to the queue', { count })
    announce(`${label}. ${description}`)
    toast({ title: label, description, icon: 'flame', action: { label: say('Show'), onSelect: () => openTask(outcome.value.id) } })
    setStep({ kind: 'busy' })
    setTimeout(close, sentPauseInMs)
  }

  function openForm(): void {
    close()
    if (asked.kind === 'apply') openActionForm(asked.named.action, asked.itemIds)
    else openFormFrom(asked.origin)
  }
  return (
    <ActionDialog
      asked={asked}
      label={label}
      step={step}
      onWay={(way) => {
        void changeSettings({ severalResults: way })
        void sendAs(way)
      }}
      onSend={(submission, consent) => void send(submission, consent)}
      onOpenForm={openForm}
      onClose={close}
    />
  )
}

function labelOf(asked: ActionRequest): string {
  switch (asked.kind) {
    case 'apply':
      return asked.named.label
    case 'again':
      return say('Run again')
    case 'more':
      return say('Four more like this')
  }
}

function close(): void {
  actionStore.setState({ request: null })
}
