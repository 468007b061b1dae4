import { useCapabilityMap } from '../bridge/use-session.ts'
import { formatCount, formatCredits, isSameDay } from '../ui/format.ts'
import { ledgerDayText } from './ledger-text.ts'
import type { CapabilitySpending } from './spending-by-day.ts'
import styles from './spending-chart.module.css'
import { say } from '../../shared/i18n/say.ts'
import { Say } from '../ui/say.tsx'

export type DaySpendingBreakdownProps = {
  /** Start of the day, in milliseconds since 1970. */
  readonly day: number
  readonly spent: readonly CapabilitySpending[]
  readonly now: number
}

const max = 5

/** A day's credits by capability. Replaces the chart while only one day has credits, because a chart with a single bar would say less. */
export function DaySpendingBreakdown({ day, spent, now }: DaySpendingBreakdownProps) {
  const capabilities = useCapabilityMap()
  const total = spent.reduce((sum, { settled }) => sum + settled, 0)
  const whole = spent.reduce((sum, { settled, open }) => sum + settled + open, 0)
  const others = spent.slice(max)
  // “Charged today” already shows the sum of the current day.
  const isToday = isSameDay(day, now)
  return (
    <section aria-labelledby="spent-on-day" className={styles.section}>
      <div className={styles.head}>
        <h2 id="spent-on-day">{say('{day}, by capability', { day: ledgerDayText(day, now) })}</h2>
        {!isToday && (
          <span className="ink-2">
            <Say
              text="<b>{total, number}</b> {total, plural, one {credit} other {credits}}"
              values={{ total, b: <span className="strong num" /> }}
            />
          </span>
        )}
      </div>
      <ul className={styles.parts}>
        {spent.slice(0, max).map(({ capability, settled, open }) => (
          <li key={capability}>
            <span className={styles.partLine}>
              <span dir="auto" className="cut">
                {capabilities.get(capability)?.title ?? capability}
              </span>
              <span className="num">
                {open > 0 && (
                  <span className="small ink-3">
                    {say('{count, number} pending', { count: open })}
                    {settled > 0 && ' · '}
                  </span>
                )}
                {(settled > 0 || open === 0) && formatCount(settled)}
              </span>
            </span>
            <span className={styles.part} aria-hidden="true">
              <span className={styles.partSettled} style={{ width: `${(settled / whole) * 100}%` }} />
              <span className={styles.partOpen} style={{ width: `${(open / whole) * 100}%` }} />
            </span>
          </li>
        ))}
        {others.length > 0 && (
          <li className="small ink-3">
            {say('{count, plural, one {# other capability} other {# other capabilities}}: {credits}', {
              count: others.length,
              credits: formatCredits(others.reduce((sum, { settled, open }) => sum + settled + open, 0))
            })}
          </li>
        )}
      </ul>
    </section>
  )
}
