import { useEffect, useState } from 'react'
import type { OwnAuthority } from '../../shared/network.ts'
import { sentences } from '../../shared/words/join.ts'
import { localeInForce, say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'

/** The authority that a person trusts for Kiln alone, as a company's network may have one of its own. */
export function AuthorityRow() {
  const tell = useFailureToast()
  const [authority, setAuthority] = useState<OwnAuthority | null>(null)
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
    setProblem(answer.ok ? null : sentences(answer.message, answer.advice))
    if (answer.ok) setAuthority(answer.value)
  }
  async function forget() {
    const answer = await request('network.forgetAuthority')
    tell(answer)
    if (answer.ok) setAuthority(null)
    setProblem(null)
  }

  return (
    <div className={styles.proxy} role="group" aria-label={say('Authority of your own')}>
      <div className={styles.path}>
        <Icon name="shield" />
        {authority === null ? (
          <span className="ink-2">{say('Kiln trusts the authorities of this system, and none of your own.')}</span>
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
        <Button busy={isChoosing && say('Choosing')} onClick={() => void choose()}>
          {authority === null ? say('Trust an authority of your own') : say('Choose another')}
        </Button>
        {authority !== null && (
          <Button look="quiet" onClick={() => void forget()}>
            {say('Trust it no more')}
          </Button>
        )}
      </div>
    </div>
  )
}

function dayOf(at: number): string {
  return new Intl.DateTimeFormat(localeInForce(), { dateStyle: 'long' }).format(at)
}
