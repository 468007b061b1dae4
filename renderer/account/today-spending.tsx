import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import type { SpendingDay } from './spending-by-day.ts'
import { SpendingLimits } from './spending-limits.tsx'
import styles from './today-spending.module.css'
import { Say } from '../ui/say.tsx'

export type TodaySpendingProps = {
  readonly today: SpendingDay
  /** Daily limit in credits. Null if no limit is set, or if the limit doesn't apply to the shown account. */
  readonly limit: number | null
  readonly isPractice: boolean
  /** True if `today` excludes practice credits. */
  readonly isWithoutPractice: boolean
  readonly isLimitFocused: boolean
}

/** Shows today's credits in relation to the daily limit, and the two limit settings. */
export function TodaySpending({ today, limit, isPractice, isWithoutPractice, isLimitFocused }: TodaySpendingProps) {
  return (
    <section aria-labelledby="spent-today">
      <h2 id="spent-today" className={styles.heading}>
        {say('Charged today')}
      </h2>
      <p className={styles.figure}>
        {limit === null ? (
          <Say
            text="<b>{settled, number}</b> {settled, plural, one {credit} other {credits}}"
            values={{ settled: today.settled, b: <span className={styles.spent} /> }}
          />
        ) : (
          <Say
            text="<b>{settled, number}</b> of {limit, plural, one {# credit} other {# credits}}"
            values={{ settled: today.settled, limit, b: <span className={styles.spent} /> }}
          />
        )}
      </p>
      {limit !== null && <Meter today={today} limit={limit} />}
      <p className={classNames('small ink-2', styles.aside)}>
        {joinSentences(
          today.open > 0 ? say('{open, plural, one {# credit} other {# credits}} pending.', { open: today.open }) : '',
          limit === null ? '' : say('Batches count towards the limit. Restarting Kiln doesn’t reset today’s total.'),
          isPractice ? say('Practice service: credits are simulated and cost nothing.') : '',
          isWithoutPractice ? say('Practice credits aren’t included.') : ''
        )}
      </p>
      <SpendingLimits isLimitFocused={isLimitFocused} />
    </section>
  )
}

function Meter({ today, limit }: { readonly today: SpendingDay; readonly limit: number }) {
  const part = (credits: number): string => `${limit === 0 ? 0 : Math.min(100, (credits / limit) * 100)}%`
  return (
    <div className={styles.meter} aria-hidden="true">
      <span className={styles.settled} style={{ width: part(today.settled) }} />
      <span className={styles.open} style={{ width: part(today.open) }} />
    </div>
  )
}
