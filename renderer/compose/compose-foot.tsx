import type { MouseEvent } from 'react'
import type { AccountState } from '../../shared/connection.ts'
import type { Capability } from '../../shared/capability.ts'
import type { SpendingConsent } from '../../shared/spending.ts'
import type { Problem } from '../../shared/problem.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { countWords, creditWords } from '../ui/figures.ts'
import { Kbd } from '../ui/kbd.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import styles from './compose-foot.module.css'
import { SpendingQuestion } from './spending-question.tsx'
import { buttonPriceWords, priceNote } from './price-words.ts'
import type { FormEstimate } from './price-words.ts'
import { reasonsTitle } from './go-words.ts'
import type { WayOut } from './go-words.ts'
import type { Refusal, Sending } from './use-compose-form.ts'

export type ComposeFootProps = {
  readonly capability: Capability
  readonly words: string
  readonly estimate: FormEstimate
  readonly problems: readonly Problem[]
  readonly wayOutOf: (problem: Problem) => WayOut | null
  readonly onWayOut: (problem: Problem) => void
  readonly refusal: Refusal | null
  readonly sending: Sending
  readonly account: AccountState | null
  readonly onSend: (consent?: readonly SpendingConsent[]) => void
  readonly onOpenTask: (taskId: string) => void
  readonly onOpenAccount: () => void
  /** Pressed though it can't go yet. */
  readonly onNotReady: () => void
}

/** What it costs, why it can't go yet, and the one button. */
export function ComposeFoot({
  capability,
  words,
  estimate,
  problems,
  wayOutOf,
  onWayOut,
  refusal,
  sending,
  account,
  onSend,
  onOpenTask,
  onOpenAccount,
  onNotReady
}: ComposeFootProps) {
  const price = buttonPriceWords(capability, estimate, problems.length === 0)
  const note = priceNote(estimate)
  // The second press of a double click must not be a second order, however fast the answer to the first one came.
  function press(event: MouseEvent): void {
    if (event.detail < 2) onSend()
  }
  return (
    <>
      {problems.length > 0 && <Reasons problems={problems} wayOutOf={wayOutOf} onWayOut={onWayOut} />}
      {problems.length === 0 && refusal?.guards !== undefined && (
        <div className={styles.refusal}>
          <SpendingQuestion guards={refusal.guards} onAgree={onSend} onOpenTask={onOpenTask} onOpenAccount={onOpenAccount} />
        </div>
      )}
      {problems.length === 0 && refusal !== null && refusal.guards === undefined && (
        <div className={styles.refusal}>
          <Banner tone="failed" icon="warning" title={refusal.message}>
            {sentences(refusal.advice, refusal.requestId === null ? null : say('Request {requestId}', { requestId: refusal.requestId }))}
          </Banner>
        </div>
      )}
      {problems.length === 0 && estimate.lines.length > 1 && (
        <div className={styles.lines}>
          {estimate.lines.flatMap((line) => [
            <span key={line.label}>{line.label}</span>,
            <span key={`${line.label} credits`}>{countWords(line.credits)}</span>
          ])}
        </div>
      )}
      {problems.length === 0 && note !== null && <p className={styles.note}>{note}</p>}
      <Button
        look="go"
        size="big"
        wide
        price={price}
        busy={sending === 'no' ? false : sending === 'sending' ? say('Sending') : say('Sent')}
        notReady={problems.length > 0}
        aria-describedby={problems.length > 0 ? 'compose-reasons' : undefined}
        onNotReady={onNotReady}
        onClick={press}
      >
        {words}
      </Button>
      <LiveRegion>{say('Price: {price}', { price })}</LiveRegion>
      <div className={styles.below}>
        <span>{belowWords(account, problems.length === 0 ? estimate : null)}</span>
        <Kbd>{shortcutWords('form', 'send')}</Kbd>
      </div>
    </>
  )
}

function Reasons({
  problems,
  wayOutOf,
  onWayOut
}: {
  readonly problems: readonly Problem[]
  readonly wayOutOf: (problem: Problem) => WayOut | null
  readonly onWayOut: (problem: Problem) => void
}) {
  return (
    <div id="compose-reasons" className={styles.reasons}>
      <h2 className="strong">{reasonsTitle(problems.length)}</h2>
      <ol>
        {problems.map((problem) => {
          const wayOut = wayOutOf(problem)
          return (
            <li key={`${problem.field} ${problem.index} ${problem.message}`}>
              {problem.message}
              {wayOut !== null && (
                <button type="button" className={styles.link} onClick={() => onWayOut(problem)}>
                  {wayOut.words}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** What becomes of it when it is sent now. The service tells no balance: only what was spent today is known. */
function belowWords(account: AccountState | null, estimate: FormEstimate | null): string {
  if (account === null) return ''
  if (account.connection === null) return say('Waits until an account is connected')
  if (!account.isOnline) return say('Waits for the network, then leaves')
  if (account.hold !== null) return say('Waits until the account is mended')
  if (account.connection.isPractice) return say('Practice: no real credits')
  if (estimate === null || estimate.credits === null) return say('{credits} spent today', { credits: creditWords(account.creditsToday) })
  const sum = creditWords(account.creditsToday + estimate.credits)
  return estimate.source === 'service' ? say('About {sum} today, after this', { sum }) : say('{sum} today, after this', { sum })
}
