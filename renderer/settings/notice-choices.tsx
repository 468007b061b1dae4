import type { NoticeKind, NoticeRules } from '../../shared/notices.ts'
import { noticeKinds } from '../../shared/notices.ts'
import { say, word } from '../../shared/words/say.ts'
import { FieldError } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './notice-choices.module.css'
import { TimeField } from './time-field.tsx'
import { useChangeSettings } from './use-change-settings.ts'

const words: Readonly<Record<NoticeKind, { readonly label: string; readonly help: string }>> = {
  done: { label: word('Done'), help: word('A result is on this computer, or a batch is through.') },
  'needs-you': { label: word('Needs you'), help: word('Faces to choose, a question before sending, or what only support can tell.') },
  held: { label: word('On hold'), help: word('The account needs mending: its key, sign-in, subscription or credits.') },
  failed: { label: word('Failed'), help: word('The service could not make it, or did not take it.') }
}

/** What the system tells while Kiln is not in front, and in which hours it does not. */
export function NoticeChoices({ rules }: { readonly rules: NoticeRules }) {
  const change = useChangeSettings()
  const { kinds, quiet } = rules
  const changeQuiet = (different: Partial<NoticeRules['quiet']>) =>
    void change({ notices: { ...rules, quiet: { ...quiet, ...different } } })
  return (
    <div className={styles.choices}>
      {noticeKinds.map((kind) => (
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
          help={say('What happens in them is told when they are over, if it is still so.')}
          checked={quiet.isOn}
          onChange={(isOn) => changeQuiet({ isOn })}
        />
        {quiet.isOn && (
          <div className={styles.hours}>
            <TimeField label={say('From')} minute={quiet.from} onChange={(from) => changeQuiet({ from })} />
            <TimeField label={say('to')} minute={quiet.to} onChange={(to) => changeQuiet({ to })} />
            {quiet.to < quiet.from && <span className="small ink-3">{say('on the next day')}</span>}
          </div>
        )}
        {quiet.isOn && quiet.from === quiet.to && (
          <FieldError>{say('They begin and end at the same time, so nothing is held back.')}</FieldError>
        )}
      </div>
    </div>
  )
}
