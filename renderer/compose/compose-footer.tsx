import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import { useCallback, useRef } from 'react'
import type { AccountState } from '../../shared/app/connection.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { Task } from '../../shared/task/task.ts'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { capitalize } from '../../shared/form/fields/format-value.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { runOnNextFrame } from '../bridge/run-on-next-frame.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { dailyLimitGuard } from '../../shared/task/daily-limit.ts'
import { problemText } from '../../shared/phrases/problem-phrases.ts'
import { priceSumText } from '../../shared/phrases/price-part-phrases.ts'
import { ignoreSecondPress } from '../ui/ignore-second-press.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatDurationWithUnits } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { classNames } from '../ui/class-names.ts'
import { LiveRegion, useAnnounce, VisuallyHidden } from '../ui/live-region.tsx'
import { useFocusFallback } from '../ui/use-focus-fallback.ts'
import styles from './compose-footer.module.css'
import { spendingGuardText } from '../spending/spending-guard-text.ts'
import { DailyLimitBanner, SpendingConfirmation } from '../spending/spending-confirmation.tsx'
import { sendButtonCaption, buttonPriceText, priceNote } from '../spending/price-text.ts'
import type { FormEstimate } from '../spending/price-text.ts'
import { isMissingValue } from './is-missing-value.ts'
import { problemsTitle } from './submit-label.ts'
import type { ProblemAction } from './submit-label.ts'
import type { SendingState } from './use-compose-form.ts'
import { useDailyLimitUsage } from '../spending/use-daily-limit-usage.ts'
import { expectedDuration } from '../tasks/expected-duration.ts'

export type ComposeFooterProps = {
  readonly capability: Capability
  readonly label: string
  /** True for a low footer, below a form whose panel is closed. */
  readonly isCompact: boolean
  readonly estimate: FormEstimate
  readonly problems: readonly SubmissionProblem[]
  /** True once the user tried to send the incomplete form. Missing values then count as problems. */
  readonly wasAttempted: boolean
  readonly actionFor: (problem: SubmissionProblem) => ProblemAction | null
  /**
   * Returns the location of a problem that a visible field already reports, such as “Shot 2 › Duration”. Null if only the footer reports
   * the problem.
   */
  readonly placeOf: (problem: SubmissionProblem) => string | null
  readonly onAction: (problem: SubmissionProblem) => void
  readonly refusal: FailedOutcome | null
  readonly sending: SendingState
  readonly account: AccountState | null
  readonly onSend: (consent?: readonly SpendingConsent[]) => void
  /** Declines the confirmation before spending. */
  readonly onCancel: () => void
  /** Called when the user presses the send button while the form is incomplete. */
  readonly onNotReady: () => void
}

/** Footer of a form. Shows the price, why the form can't be sent yet, and the send button. */
export function ComposeFooter({
  capability,
  label,
  isCompact,
  estimate,
  problems,
  wasAttempted,
  actionFor,
  placeOf,
  onAction,
  refusal,
  sending,
  account,
  onSend,
  onCancel,
  onNotReady
}: ComposeFooterProps) {
  const price = buttonPriceText(capability, estimate, problems.length === 0)
  const note = priceNote(estimate)
  const announce = useAnnounce()
  const day = useDailyLimitUsage()
  const isComplete = problems.length === 0
  const usualInMs = useTaskSummary(
    useCallback((newestFirst: readonly Task[]) => expectedDuration(newestFirst, capability.id)?.p50InMs ?? null, [capability.id])
  )
  const sum = joinSentences(
    estimate.lines.length > 1 ? say('{sum}.', { sum: capitalize(priceSumText(estimate.lines)) }) : null,
    usualInMs === null ? null : say('Takes about {time}.', { time: formatDurationWithUnits(usualInMs) })
  )
  const limit = isComplete ? dailyLimitGuard(estimate.credits, day.committed, day.limit) : null
  const guards = isComplete && limit === null ? (refusal?.guards ?? null) : null
  const button = useRef<HTMLButtonElement>(null)
  const press = ignoreSecondPress(() => onSend())
  function cancel(): void {
    onCancel()
    runOnNextFrame(() => button.current?.focus())
  }
  return (
    <>
      {problems.length > 0 && (
        <Reasons
          isCompact={isCompact}
          problems={problems}
          wasAttempted={wasAttempted}
          actionFor={actionFor}
          placeOf={placeOf}
          onAction={onAction}
          fallbackOf={() => button.current}
        />
      )}
      {limit !== null && (
        <div id="compose-limit" className={styles.refusal}>
          <DailyLimitBanner limit={limit} />
        </div>
      )}
      {isComplete && refusal !== null && refusal.guards === undefined && (
        <div className={styles.refusal}>
          <Banner tone="failed" icon="warning" title={refusal.message}>
            {joinSentences(
              refusal.advice,
              refusal.requestId === null ? null : say('Request ID {requestId}.', { requestId: refusal.requestId })
            )}
          </Banner>
        </div>
      )}
      {isComplete && sum !== '' && <p className={styles.lines}>{sum}</p>}
      {isComplete && note !== null && <p className={styles.note}>{note}</p>}
      {guards === null ? (
        <Button
          ref={button}
          variant="go"
          size="big"
          wide
          price={price}
          busy={sending === 'no' ? false : sending === 'sending' ? say('Sending…') : say('Sent')}
          notReady={!isComplete || limit !== null}
          aria-describedby={isComplete ? (limit === null ? undefined : 'compose-limit') : 'compose-reasons'}
          onNotReady={limit === null ? onNotReady : () => announce(spendingGuardText(limit, Date.now()).words)}
          onClick={press}
        >
          {label}
        </Button>
      ) : (
        <SpendingConfirmation guards={guards} label={label} price={price} onAgree={onSend} onCancel={cancel} />
      )}
      <LiveRegion>{estimate.credits === null ? capitalize(price) : say('Price: {price}', { price })}</LiveRegion>
      <div className={styles.below}>
        <span className={isCompact ? 'cut' : undefined}>{sendButtonCaption(account, isComplete ? estimate : null, day)}</span>
        {!isCompact && <Kbd>{shortcutText('form', 'send')}</Kbd>}
      </div>
    </>
  )
}

type ReasonsProps = ReasonProps & Pick<ComposeFooterProps, 'problems' | 'wasAttempted' | 'isCompact'>

type ReasonProps = Pick<ComposeFooterProps, 'actionFor' | 'placeOf'> & {
  readonly onAction: (problem: SubmissionProblem) => void
  /** Finds the element that gets the focus when a reason disappears. Null if none exists. */
  readonly fallbackOf: () => HTMLElement | null
}

/**
 * Lists why the form can't be sent: first the problems to fix, then the values that are still needed. A problem that a field already
 * reports is listed only by its location.
 */
function Reasons({ problems, wasAttempted, isCompact, ...props }: ReasonsProps) {
  const needed = wasAttempted ? [] : problems.filter(isMissingValue)
  const wrong = problems.filter((problem) => !needed.includes(problem))
  const hasHiddenTitles = isCompact && problems.length === 1 && problems.every((problem) => props.placeOf(problem) === null)
  return (
    <div id="compose-reasons" className={classNames(styles.reasons, isCompact && styles.compact)}>
      {wrong.length > 0 && (
        <ReasonList
          title={problemsTitle(wrong.length)}
          problems={wrong}
          hasHiddenTitle={hasHiddenTitles}
          className={styles.wrong}
          {...props}
        />
      )}
      {needed.length > 0 && <ReasonList title={say('Still needed')} problems={needed} hasHiddenTitle={hasHiddenTitles} {...props} />}
    </div>
  )
}

type ReasonListProps = ReasonProps & {
  readonly title: string
  readonly problems: readonly SubmissionProblem[]
  readonly hasHiddenTitle: boolean
  readonly className?: string | undefined
}

function ReasonList({ title, problems, hasHiddenTitle, className, ...props }: ReasonListProps) {
  return (
    <>
      {hasHiddenTitle ? (
        <VisuallyHidden>
          <h2>{title}</h2>
        </VisuallyHidden>
      ) : (
        <h2 className="strong">{title}</h2>
      )}
      <ol className={className}>
        {problems.map((problem) => (
          <Reason key={`${problem.field} ${problem.index} ${problemText(problem)}`} problem={problem} {...props} />
        ))}
      </ol>
    </>
  )
}

function Reason({ problem, actionFor, placeOf, onAction, fallbackOf }: ReasonProps & { readonly problem: SubmissionProblem }) {
  const item = useRef<HTMLLIElement>(null)
  useFocusFallback(item, fallbackOf)
  const wayOut = actionFor(problem)
  const place = placeOf(problem)
  const isLink = place !== null && wayOut?.kind === 'show'
  return (
    <li ref={item}>
      {!isLink && (place ?? problemText(problem))}
      {wayOut !== null && (
        <button type="button" className={classNames(styles.link, isLink && styles.place)} onClick={() => onAction(problem)}>
          {isLink ? place : wayOut.label}
        </button>
      )}
    </li>
  )
}
