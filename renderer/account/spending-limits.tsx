import { useEffect, useId, useRef } from 'react'
import type { SettingsChange } from '../../shared/app/settings.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { useConnections, useSettings } from '../bridge/use-session.ts'
import { FieldError } from '../ui/field.tsx'
import { formatCount } from '../ui/format.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { SavedNote } from '../ui/saved-note.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { useDraftValue } from '../ui/use-draft-value.ts'
import { parseCredits } from './parse-credits.ts'
import styles from './spending-limits.module.css'

/** Settings for the daily limit, and for the amount above which Kiln asks for confirmation. Shown with the account and in the settings. */
export function SpendingLimits({ isLimitFocused = false }: { readonly isLimitFocused?: boolean }) {
  const settings = useSettings()
  const isOneOfSeveral = useConnections().length > 1
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  if (settings === null) return null
  async function change(different: SettingsChange): Promise<boolean> {
    const outcome = await changeSettings(different)
    if (outcome === null) return false
    sayFailure(outcome)
    if (outcome.ok) announce(say('Saved'))
    return outcome.ok
  }
  return (
    <div className={styles.limits}>
      <CreditsField
        label={say('Daily limit')}
        help={joinSentences(
          say('Tasks that would exceed this limit aren’t sent.'),
          isOneOfSeveral ? say('The limit applies to each account separately.') : null
        )}
        value={settings.dailyLimit}
        isFocused={isLimitFocused}
        save={(dailyLimit) => change({ dailyLimit })}
      />
      <CreditsField
        label={say('Ask before spending more than')}
        help={say('Kiln asks before sending a task that costs more or has an unknown price.')}
        value={settings.confirmAbove}
        save={(confirmAbove) => change({ confirmAbove })}
      />
    </div>
  )
}

type CreditsFieldProps = {
  readonly label: string
  readonly help: string
  /** Null for no limit. */
  readonly value: number | null
  /** True to focus the field and select its text. */
  readonly isFocused?: boolean
  readonly save: (credits: number | null) => Promise<boolean>
}

/** An amount in credits. An empty field removes the limit. */
function CreditsField({ label, help, value, isFocused = false, save }: CreditsFieldProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isFocused) return
    box.current?.focus()
    box.current?.select()
  }, [isFocused])
  const { shown, problem, isChanged, edit, undo, groupProps } = useDraftValue({
    saved: value === null ? '' : formatCount(value),
    problemOf: (text) => {
      const read = parseCredits(text)
      return read.ok ? null : read.sentence
    },
    save: async (text) => {
      const read = parseCredits(text)
      return read.ok && (await save(read.credits))
    }
  })
  return (
    <div className={styles.limit} {...groupProps}>
      <div className={styles.line}>
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
          aria-invalid={problem === null ? undefined : true}
          value={shown}
          onChange={(event) => edit(event.target.value)}
        />
        <span id={`${id}-unit`} className="ink-3">
          {say('credits')}
        </span>
      </div>
      {problem === null ? (
        <p id={`${id}-help`} className="small ink-3">
          {help}
        </p>
      ) : (
        <FieldError id={`${id}-help`}>{problem}</FieldError>
      )}
      {undo !== null && !isChanged && <SavedNote onUndo={undo} />}
    </div>
  )
}
