import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { SpendingConsent, SpendingGuard } from '../../shared/task/spending.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { ignoreSecondPress } from '../ui/ignore-second-press.ts'
import { useNow } from '../ui/use-now.ts'
import { openTask } from '../navigation/open-task.ts'
import { openDailyLimit } from '../navigation/route.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { spendingGuardText } from './spending-guard-text.ts'
import styles from './spending-confirmation.module.css'

export type SpendingConfirmationProps = {
  readonly guards: readonly SpendingGuard[]
  /** Label of the button that opened the confirmation. */
  readonly label: string
  readonly price: ReactNode
  readonly onAgree: (consent: readonly SpendingConsent[]) => void
  readonly onCancel: () => void
}

/** Banner that warns before sending that the task would exceed the daily limit. Links to the limit. */
export function DailyLimitBanner({ limit }: { readonly limit: SpendingGuard }) {
  const { title, words } = spendingGuardText(limit, useNow(10_000))
  return (
    <Banner
      tone="needs"
      icon="credits"
      title={title}
      actions={
        <Button size="small" onClick={openDailyLimit}>
          {say('Change daily limit')}
        </Button>
      }
    >
      {words}
    </Banner>
  )
}

/**
 * Confirmation before credits are spent. Replaces the button that opened the confirmation, and puts Cancel in the button's position. An
 * accidental second click therefore costs nothing.
 */
export function SpendingConfirmation({ guards, label, price, onAgree, onCancel }: SpendingConfirmationProps) {
  const now = useNow(10_000)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const consent = guards.flatMap(({ kind }) => (kind === 'limit' ? [] : [kind]))
  const isAskable = consent.length === guards.length
  const duplicate = guards.find((guard) => guard.kind === 'twin')
  const [first] = guards
  if (first === undefined) return null
  return (
    <>
      <Banner
        tone="needs"
        icon={first.kind === 'twin' ? 'copy' : 'credits'}
        title={spendingGuardText(first, now).title}
        actions={
          duplicate !== undefined && (
            <Button size="small" onClick={() => openTask(duplicate.id)}>
              {say('Show earlier task')}
            </Button>
          )
        }
      >
        {joinSentences(...guards.map((guard) => spendingGuardText(guard, now).words))}
      </Banner>
      <div className={styles.buttons}>
        {isAskable ? (
          <Button variant="go" size="big" price={price} className={styles.button} onClick={ignoreSecondPress(() => onAgree(consent))}>
            {duplicate === undefined ? label : say('Generate another')}
          </Button>
        ) : (
          <Button size="big" className={styles.button} onClick={openDailyLimit}>
            {say('Change daily limit')}
          </Button>
        )}
        <Button ref={cancel} size="big" className={styles.button} onClick={ignoreSecondPress(onCancel)}>
          {say('Cancel')}
        </Button>
      </div>
    </>
  )
}
