import { useEffect, useRef, useState } from 'react'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import { say } from '../../shared/i18n/say.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { useCapability, useSettings } from '../bridge/use-session.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { openTask } from '../navigation/open-task.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { ActionStep } from './action-dialog.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionRequest } from './action-store.ts'
import { actionStore, openActionForm } from './action-store.ts'
import { shipAgain, shipFourMore } from './repeat-task.ts'
import { takesTogether } from './result-actions.ts'
import type { Failed, Shipment } from './send-action.ts'
import { shipEach, shipTogether } from './send-action.ts'

/** Time in milliseconds that the action stays busy after the response. This is longer than a double click. */
const sentPauseInMs = 900

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
      return follow(asked.kind === 'more' ? shipFourMore(asked.origin, repeated) : shipAgain(asked.origin, repeated))
    }
    const { named, itemIds } = asked
    if (itemIds.length < 2) return follow(Promise.resolve(shipTogether(named.action, itemIds)))
    if (!takesTogether(named.action, itemIds.length)) return sendAs('each')
    if (several !== 'ask') return sendAs(several)
    setStep({ kind: 'way' })
    return Promise.resolve()
  }

  function sendAs(way: 'each' | 'together'): Promise<void> {
    if (asked.kind !== 'apply') return Promise.resolve()
    const { named, itemIds } = asked
    setStep({ kind: 'busy' })
    return follow(way === 'each' ? shipEach(named.action, itemIds) : Promise.resolve(shipTogether(named.action, itemIds)))
  }

  async function follow(preparing: Promise<Shipment | Failed>): Promise<void> {
    const shipment = await preparing
    if ('ok' in shipment) setStep({ kind: 'failed', failure: shipment })
    else if (shipment.plan !== null && shipment.plan.badRows.length > 0) setStep({ kind: 'rejected', shipment, plan: shipment.plan })
    else await send(shipment, [])
  }

  async function send(shipment: Shipment, consent: readonly SpendingConsent[]): Promise<void> {
    setStep({ kind: 'busy' })
    const outcome = await shipment.send(consent)
    if (!outcome.ok) {
      const guards = outcome.guards ?? []
      const isOwnTwin =
        asked.kind === 'more' &&
        guards.every((guard) => guard.kind === 'twin' && 'taskId' in asked.origin && guard.id === asked.origin.taskId)
      // “Four more like this” repeats a task on purpose, so Kiln doesn't ask about this duplicate.
      if (guards.length > 0 && isOwnTwin && consent.length === 0) return send(shipment, ['twin'])
      return setStep(guards.length > 0 ? { kind: 'guarded', shipment, guards } : { kind: 'failed', failure: outcome })
    }
    const { count } = shipment
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
      onSend={(shipment, consent) => void send(shipment, consent)}
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
