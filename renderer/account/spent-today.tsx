import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Settings } from '../../shared/settings.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { classNames } from '../ui/class-names.ts'
import { FieldError } from '../ui/field.tsx'
import { countWords } from '../ui/figures.ts'
import { TextField } from '../ui/text-field.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { creditsTyped } from './credits-typed.ts'
import type { SpentDay } from './spent-by-day.ts'
import styles from './spent-today.module.css'
import { Say } from '../ui/say.tsx'

export type SpentTodayProps = {
  readonly today: SpentDay
  readonly settings: Settings
  /** Credits that may be spent in a day where `today` belongs; null: no limit holds there. */
  readonly limit: number | null
  readonly isPractice: boolean
  /** Practice credits are left out of `today`. */
  readonly isWithoutPractice: boolean
  /** There are several accounts, each with the same rules. */
  readonly isOneOfSeveral: boolean
}

/** Today's credits against the limit, and the two rules that keep them. */
export function SpentToday({ today, settings, limit, isPractice, isWithoutPractice, isOneOfSeveral }: SpentTodayProps) {
  return (
    <section aria-labelledby="spent-today">
      <h2 id="spent-today" className={styles.heading}>
        {say('Spent today')}
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
        {sentences(
          today.open > 0 ? say('{open, plural, one {# more is} other {# more are}} on the way.', { open: today.open }) : '',
          limit === null ? '' : say('The limit holds across batches and restarts.'),
          isPractice ? say('Practice credits: they cost nothing.') : '',
          isWithoutPractice ? say('Practice credits are not counted in.') : ''
        )}
      </p>
      <div className={styles.rules}>
        <Rule
          label={say('Limit per day')}
          help={sentences(say('Nothing is sent that would pass it.'), isOneOfSeveral ? say('Each account counts for itself.') : null)}
          value={settings.dailyLimit}
          onChange={(dailyLimitTyped) => request('settings.change', { dailyLimit: dailyLimitTyped })}
        />
        <Rule
          label={say('Ask me above')}
          help={say('A single order of more than this, or of unknown price, asks first.')}
          value={settings.confirmAbove}
          onChange={(confirmAbove) => request('settings.change', { confirmAbove })}
        />
      </div>
    </section>
  )
}

function Meter({ today, limit }: { readonly today: SpentDay; readonly limit: number }) {
  const part = (credits: number): string => `${limit === 0 ? 0 : Math.min(100, (credits / limit) * 100)}%`
  return (
    <div className={styles.meter} aria-hidden="true">
      <span className={styles.settled} style={{ width: part(today.settled) }} />
      <span className={styles.open} style={{ width: part(today.open) }} />
    </div>
  )
}

type RuleProps = {
  readonly label: string
  readonly help: string
  readonly value: number | null
  readonly onChange: (credits: number | null) => ReturnType<typeof request<'settings.change'>>
}

/** A figure that is kept when one leaves the box or presses Enter; Escape brings the old one back; empty takes the rule away. */
function Rule({ label, help, value, onChange }: RuleProps) {
  const id = useId()
  const sayFailure = useFailureToast()
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? { ok: true as const, credits: value } : creditsTyped(typed)
  async function keep() {
    if (typed === null || !read.ok) return
    if (read.credits !== value) sayFailure(await onChange(read.credits))
    setTyped(null)
  }
  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') void keep()
    else if (event.key === 'Escape' && typed !== null) setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.rule}>
      <div className={styles.ruleLine}>
        <label htmlFor={id} className="grow">
          {label}
        </label>
        <TextField
          id={id}
          inputMode="numeric"
          placeholder={say('none')}
          boxClassName={styles.box}
          aria-describedby={`${id}-help`}
          aria-invalid={read.ok ? undefined : true}
          value={typed ?? (value === null ? '' : countWords(value))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void keep()}
          onKeyDown={keyDown}
        />
      </div>
      {read.ok ? (
        <p id={`${id}-help`} className="small ink-3">
          {help}
        </p>
      ) : (
        <FieldError id={`${id}-help`}>{read.sentence}</FieldError>
      )}
    </div>
  )
}
