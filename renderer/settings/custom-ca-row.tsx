import { useEffect, useState } from 'react'
import type { CustomCa } from '../../shared/app/network.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { currentLocale, say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'

/**
 * Shows the user's own certificate authority, and lets the user choose or remove it. Only Kiln trusts this authority. Some company networks
 * require their own authority.
 */
export function CustomCaRow() {
  const tell = useFailureToast()
  const [authority, setAuthority] = useState<CustomCa | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [now] = useState(() => Date.now())
  const [isChoosing, setIsChoosing] = useState(false)

  useEffect(() => {
    let isShown = true
    void request('network.authority').then((answer) => {
      if (isShown && answer.ok) setAuthority(answer.value)
    })
    return () => {
      isShown = false
    }
  }, [])

  async function choose() {
    setIsChoosing(true)
    const answer = await request('network.chooseAuthority')
    setIsChoosing(false)
    setProblem(answer.ok ? null : joinSentences(answer.message, answer.advice))
    if (answer.ok) setAuthority(answer.value)
  }
  async function forget() {
    const answer = await request('network.forgetAuthority')
    tell(answer)
    if (answer.ok) setAuthority(null)
    setProblem(null)
  }

  return (
    <div role="group" aria-label={say('Your certificate authority')}>
      <div className={styles.path}>
        <Icon name="shield" />
        {authority === null ? (
          <span className="ink-2">{say('Kiln trusts this system’s certificate authorities. You haven’t added others.')}</span>
        ) : (
          <ul className={styles.authorities}>
            {authority.certificates.map(({ fingerprint, subject, expiresAt }) => (
              <li key={fingerprint} title={fingerprint}>
                <span dir="auto" className={styles.folder} data-selectable>
                  {subject}
                </span>{' '}
                <span className="small ink-3">
                  {expiresAt < now
                    ? say('expired on {day}', { day: dayOf(expiresAt) })
                    : say('trusted until {day}', { day: dayOf(expiresAt) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div role="status">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
        <Button busy={isChoosing && say('Choosing a certificate…')} onClick={() => void choose()}>
          {authority === null ? say('Add certificate authority') : say('Choose another certificate')}
        </Button>
        {authority !== null && (
          <Button variant="quiet" onClick={() => void forget()}>
            {say('Remove')}
          </Button>
        )}
      </div>
    </div>
  )
}

function dayOf(at: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long' }).format(at)
}
