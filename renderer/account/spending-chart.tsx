import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { formatCount, formatDay } from '../ui/format.ts'
import { VisuallyHidden } from '../ui/live-region.tsx'
import type { SpendingDay } from './spending-by-day.ts'
import { hasSpending } from './spending-by-day.ts'
import styles from './spending-chart.module.css'
import { Say } from '../ui/say.tsx'

export type SpendingChartProps = { readonly days: readonly SpendingDay[]; readonly limit: number | null; readonly now: number }

/** Shows credits by day. Today is highlighted. Credits that aren't charged yet are stacked on top in another colour. */
export function SpendingChart({ days, limit, now }: SpendingChartProps) {
  const total = days.reduce((sum, { settled }) => sum + settled, 0)
  return (
    <section aria-labelledby="spending-by-day" className={styles.section}>
      <div className={styles.head}>
        <h2 id="spending-by-day">{say('Last {days} days', { days: days.length })}</h2>
        <span className="ink-2">
          <Say
            text="<b>{total, number}</b> {total, plural, one {credit} other {credits}}"
            values={{ total, b: <span className="strong num" /> }}
          />
        </span>
      </div>
      {!days.some(hasSpending) ? (
        <p className={styles.nothing}>{say('No charges in this period. Each day’s charges appear here as a bar.')}</p>
      ) : (
        <Bars days={days} limit={limit} now={now} />
      )}
      <VisuallyHidden>
        <ul>
          {days.map(({ startsAt, settled, open }) => (
            <li key={startsAt}>{dayTitle(startsAt, settled, open, now)}</li>
          ))}
        </ul>
      </VisuallyHidden>
    </section>
  )
}

function Bars({ days, limit, now }: SpendingChartProps) {
  const top = Math.max(1, ...days.map(({ settled, open }) => settled + open), limit === null ? 0 : limit)
  const part = (credits: number): string => `${(credits / top) * 100}%`
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        {limit !== null && limit > 0 && (
          <div className={styles.limit} style={{ bottom: part(limit) }}>
            <span>{formatCount(limit)}</span>
          </div>
        )}
        {days.map(({ startsAt, settled, open }, place) => (
          <div
            key={startsAt}
            className={classNames(styles.day, place === days.length - 1 && styles.today)}
            title={dayTitle(startsAt, settled, open, now)}
          >
            {open > 0 && <span className={styles.open} style={{ height: part(open) }} />}
            <span className={styles.settled} style={{ height: part(settled) }} />
          </div>
        ))}
      </div>
      <div className={styles.names} aria-hidden="true">
        {days.map(({ startsAt }) => (
          <span key={startsAt}>{new Date(startsAt).getDate()}</span>
        ))}
      </div>
    </>
  )
}

function dayTitle(startsAt: number, settled: number, open: number, now: number): string {
  const day = formatDay(startsAt, now)
  return open > 0
    ? say('{day}: {settled, plural, one {# credit} other {# credits}} charged, {open, number} pending', { day, settled, open })
    : say('{day}: {settled, plural, one {# credit} other {# credits}}', { day, settled })
}
