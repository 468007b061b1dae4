import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import type { ReactNode } from 'react'
import type { BatchPlan } from '../../shared/form/batch/batch-plan.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { problemsText } from '../../shared/phrases/problem-phrases.ts'
import type { SpendingConsent, SpendingGuard } from '../../shared/task/spending.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/format.ts'
import { SpendingConfirmation } from '../spending/spending-confirmation.tsx'
import styles from './action-dialog.module.css'
import { ActionPrice, Credits } from './action-price.tsx'
import type { ActionRequest } from './action-store.ts'
import { RepeatPrice } from './repeat-price.tsx'
import type { ActionSubmission } from './send-action.ts'

/** State of an action: being sent, or a question to the user. No dialog is shown for `busy`. */
export type ActionStep =
  | { readonly kind: 'busy' }
  | { readonly kind: 'way' }
  | { readonly kind: 'rejected'; readonly submission: ActionSubmission; readonly plan: BatchPlan }
  | { readonly kind: 'guarded'; readonly submission: ActionSubmission; readonly guards: readonly SpendingGuard[] }
  | { readonly kind: 'failed'; readonly failure: FailedOutcome }

export type ActionDialogProps = {
  readonly asked: ActionRequest
  readonly label: string
  readonly step: ActionStep
  readonly onWay: (way: 'each' | 'together') => void
  readonly onSend: (submission: ActionSubmission, consent: readonly SpendingConsent[]) => void
  readonly onOpenForm: () => void
  readonly onClose: () => void
}

/** Questions before an action is sent, and the reasons why it can’t be sent. */
export function ActionDialog(props: ActionDialogProps) {
  const { step, label, onClose } = props
  if (step.kind === 'busy') return null
  return (
    <Dialog isOpen onClose={onClose} title={label}>
      <div className={styles.body}>
        <Question {...props} step={step} />
      </div>
    </Dialog>
  )
}

function Question({
  asked,
  label,
  step,
  onWay,
  onSend,
  onOpenForm,
  onClose
}: ActionDialogProps & { readonly step: Exclude<ActionStep, { kind: 'busy' }> }) {
  switch (step.kind) {
    case 'way':
      return asked.kind === 'apply' && <WayQuestion asked={asked} onWay={onWay} />
    case 'rejected':
      return <RejectedRows plan={step.plan} label={label} onSend={() => onSend(step.submission, [])} onClose={onClose} />
    case 'guarded':
      return (
        <SpendingConfirmation
          guards={step.guards}
          label={label}
          price={priceOf(asked, step.submission)}
          onAgree={(consent) => onSend(step.submission, consent)}
          onCancel={onClose}
        />
      )
    case 'failed':
      return (
        <Banner
          tone="failed"
          icon="warning"
          title={step.failure.message}
          actions={
            <Button size="small" onClick={onOpenForm}>
              {say('Open the form')}
            </Button>
          }
        >
          {joinSentences(problemsText(step.failure.problems), step.failure.advice)}
        </Banner>
      )
  }
}

function WayQuestion({
  asked: { named, itemIds },
  onWay
}: {
  readonly asked: Extract<ActionRequest, { kind: 'apply' }>
  readonly onWay: ActionDialogProps['onWay']
}) {
  return (
    <>
      <p>{say('One task can use all {count} results. Kiln remembers your choice.', { count: itemIds.length })}</p>
      <div className={styles.buttons}>
        <Button
          variant="go"
          size="big"
          wide
          price={<ActionPrice action={named.action} itemIds={itemIds} isTogether={false} />}
          onClick={() => onWay('each')}
        >
          {say('One task each')}
        </Button>
        <Button
          size="big"
          wide
          price={<ActionPrice action={named.action} itemIds={itemIds} isTogether />}
          onClick={() => onWay('together')}
        >
          {say('One task for all')}
        </Button>
      </div>
    </>
  )
}

function RejectedRows({
  plan,
  label,
  onSend,
  onClose
}: {
  readonly plan: BatchPlan
  readonly label: string
  readonly onSend: () => void
  readonly onClose: () => void
}) {
  const reasons = [...new Set(plan.badRows.map(({ problems }) => problemsText(problems)))]
  return (
    <>
      <Banner
        tone="failed"
        icon="warning"
        title={say('{count, plural, one {# result} other {# results}} can’t be sent', { count: plan.badRows.length })}
      >
        {joinSentences(...reasons)}
      </Banner>
      <div className={styles.buttons}>
        {plan.count > 0 && (
          <Button variant="go" size="big" wide price={planPrice(plan)} onClick={onSend}>
            {say('{action} the other {count}', { action: label, count: plan.count })}
          </Button>
        )}
        <Button size="big" wide onClick={onClose}>
          {say('Cancel')}
        </Button>
      </div>
    </>
  )
}

function priceOf(asked: ActionRequest, { plan }: ActionSubmission): ReactNode {
  if (plan !== null) return planPrice(plan)
  return asked.kind === 'apply' ? (
    <ActionPrice action={asked.named.action} itemIds={asked.itemIds} isTogether />
  ) : (
    <RepeatPrice way={asked.kind} origin={asked.origin} />
  )
}

function planPrice({ credits: { known, unknownRows } }: BatchPlan): ReactNode {
  return unknownRows > 0 ? say('price unknown') : <Credits text={formatCount(known)} />
}
