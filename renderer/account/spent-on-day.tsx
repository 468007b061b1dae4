import { useCapabilityMap } from '../bridge/use-session.ts'
import { countWords, creditWords } from '../ui/figures.ts'
import { ledgerDayWords } from './ledger-words.ts'
import type { SpentOn } from './spent-by-day.ts'
import styles from './spent-chart.module.css'
import { say } from '../../shared/words/say.ts'
import { Say } from '../ui/say.tsx'

export type SpentOnDayProps = {
  /** When the day began. */
  readonly day: number
  readonly spent: readonly SpentOn[]
  readonly now: number
}

const most = 5

/** While there is but one day there is nothing to hold it against: what it went for says more. */
export function SpentOnDay({ day, spent, now }: SpentOnDayProps) {
  const capabilities = useCapabilityMap()
  const total = spent.reduce((sum, { settled }) => sum + settled, 0)
  const whole = spent.reduce((sum, { settled, open }) => sum + settled + open, 0)
  const others = spent.slice(most)
  return (
    <section aria-labelledby="spent-on-day" className={styles.section}>
      <div className={styles.head}>
        <h2 id="spent-on-day">{say('{day}, by capability', { day: ledgerDayWords(day, now) })}</h2>
        <span className="ink-2">
          <Say
            text="<b>{total, number}</b> {total, plural, one {credit} other {credits}}"
            values={{ total, b: <span className="strong num" /> }}
          />
        </span>
      </div>
      <ul className={styles.parts}>
        {spent.slice(0, most).map(({ capability, settled, open }) => (
          <li key={capability}>
            <span className={styles.partLine}>
              <span dir="auto" className="cut">
                {capabilities.get(capability)?.title ?? capability}
              </span>
              <span className="num">
                {open > 0 && <span className="small ink-3">{say('{count, number} on the way', { count: open })} </span>}
                {countWords(settled)}
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
            {say('And {count} more, together {credits}', {
              count: others.length,
              credits: creditWords(others.reduce((sum, { settled, open }) => sum + settled + open, 0))
            })}
          </li>
        )}
      </ul>
    </section>
  )
}
