import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Settings } from '../../shared/app/settings.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { classNames } from '../ui/class-names.ts'
import { FieldError } from '../ui/field.tsx'
import { formatCount } from '../ui/format.ts'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { parseCredits } from './parse-credits.ts'
import type { SpendingDay } from './spending-by-day.ts'
import styles from './today-spending.module.css'
import { Say } from '../ui/say.tsx'

export type TodaySpendingProps = {
  readonly today: SpendingDay
  readonly settings: Settings
  /** Daily limit in credits. Null if no limit is set, or if the limit doesn't apply to the shown account. */
  readonly limit: number | null
  readonly isPractice: boolean
  /** True if `today` excludes practice credits. */
  readonly isWithoutPractice: boolean
  /** True if there are several accounts. The limit applies to each account separately. */
  readonly isOneOfSeveral: boolean
  readonly isLimitFocused: boolean
}

/** Shows today's credits in relation to the daily limit, and the two limit settings. */
export function TodaySpending({
  today,
  settings,
  limit,
  isPractice,
  isWithoutPractice,
  isOneOfSeveral,
  isLimitFocused
}: TodaySpendingProps) {
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
      <div className={styles.rules}>
        <Rule
          label={say('Daily limit')}
          help={joinSentences(
            say('Tasks that would exceed this limit aren’t sent.'),
            isOneOfSeveral ? say('The limit applies to each account separately.') : null
          )}
          value={settings.dailyLimit}
          isFocused={isLimitFocused}
          onChange={(dailyLimitTyped) => request('settings.change', { dailyLimit: dailyLimitTyped })}
        />
        <Rule
          label={say('Ask before spending more than')}
          help={say('Kiln asks before sending a task that costs more or has an unknown price.')}
          value={settings.confirmAbove}
          onChange={(confirmAbove) => request('settings.change', { confirmAbove })}
        />
      </div>
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

type RuleProps = {
  readonly label: string
  readonly help: string
  readonly value: number | null
  /** True to focus the field and select its text. */
  readonly isFocused?: boolean
  readonly onChange: (credits: number | null) => ReturnType<typeof request<'settings.change'>>
}

/** Setting for an amount in credits, saved on blur or Enter. Escape restores the saved amount. An empty field removes the limit. */
function Rule({ label, help, value, isFocused = false, onChange }: RuleProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isFocused) return
    box.current?.focus()
    box.current?.select()
  }, [isFocused])
  const sayFailure = useFailureToast()
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? { ok: true as const, credits: value } : parseCredits(typed)
  async function save() {
    if (typed === null || !read.ok) return
    if (read.credits !== value) sayFailure(await onChange(read.credits))
    setTyped(null)
  }
  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') void save()
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
        <SingleLineInput
          ref={box}
          id={id}
          inputMode="numeric"
          placeholder={say('none')}
          boxClassName={styles.box}
          aria-describedby={[`${id}-unit`, `${id}-help`].join(' ')}
          aria-invalid={read.ok ? undefined : true}
          value={typed ?? (value === null ? '' : formatCount(value))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={keyDown}
        />
        <span id={`${id}-unit`} className="ink-3">
          {say('credits')}
        </span>
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
