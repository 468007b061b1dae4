import type { NotificationKind, NotificationSettings } from '../../shared/app/notifications.ts'
import { notificationKinds } from '../../shared/app/notifications.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { FieldError } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './notification-settings-panel.module.css'
import { TimeField } from './time-field.tsx'
import { useChangeSettings } from './use-change-settings.ts'

const words: Readonly<Record<NotificationKind, { readonly label: string; readonly help: string }>> = {
  done: { label: word('Done'), help: word('Saved results and finished batches.') },
  'needs-you': { label: word('Needs attention'), help: word('Tasks that need you to choose faces, answer a question or contact support.') },
  held: { label: word('On hold'), help: word('Problems with your account’s key, sign-in, subscription or credits.') },
  failed: { label: word('Failed'), help: word('Tasks that failed or were rejected by the service.') }
}

/** Settings for system notifications and quiet hours. */
export function NotificationSettingsPanel({ rules }: { readonly rules: NotificationSettings }) {
  const change = useChangeSettings()
  const { kinds, quiet } = rules
  const changeQuiet = (different: Partial<NotificationSettings['quiet']>) =>
    change({ notices: { ...rules, quiet: { ...quiet, ...different } } })
  return (
    <div className={styles.choices}>
      {notificationKinds.map((kind) => (
        <Switch
          key={kind}
          label={say(words[kind].label)}
          help={say(words[kind].help)}
          checked={kinds[kind]}
          onChange={(isTold) => void change({ notices: { ...rules, kinds: { ...kinds, [kind]: isTold } } })}
        />
      ))}
      <div className={styles.quiet}>
        <Switch
          label={say('Quiet hours')}
          help={say('Notifications are delayed until quiet hours end, and shown if they still apply.')}
          checked={quiet.isOn}
          onChange={(isOn) => void changeQuiet({ isOn })}
        />
        {quiet.isOn && (
          <div className={styles.hours}>
            <TimeField label={say('Start time')} minute={quiet.from} onChange={(from) => changeQuiet({ from })} />
            <TimeField label={say('End time')} minute={quiet.to} onChange={(to) => changeQuiet({ to })} />
            {quiet.to < quiet.from && <span className="small ink-3">{say('next day')}</span>}
          </div>
        )}
        {quiet.isOn && quiet.from === quiet.to && (
          <FieldError>{say('Start and end are the same, so no notifications are delayed.')}</FieldError>
        )}
      </div>
    </div>
  )
}
