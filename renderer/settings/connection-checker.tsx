import { useEffect, useEffectEvent, useState } from 'react'
import {
  connectionCheckStepLabels,
  connectionCheckText,
  type ConnectionCheckStep,
  type ConnectionCheck
} from '../../shared/app/connection-check.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './connection-checker.module.css'

const icons: Readonly<Record<ConnectionCheckStep['state'], IconName>> = { fine: 'check', failed: 'warning', skipped: 'minus' }

/**
 * Checks the connection to the service step by step and shows where it fails. `baseUrl` is the URL of a service that isn't connected yet,
 * or null for the account's service. `startsAtOnce` is true if the user has already requested a check.
 */
export function ConnectionChecker({ baseUrl, startsAtOnce }: { readonly baseUrl: string | null; readonly startsAtOnce: boolean }) {
  const tell = useFailureToast()
  const toast = useToast()
  /** Number of requested checks. Each increase starts a check. */
  const [wanted, setWanted] = useState(startsAtOnce ? 1 : 0)
  const [isChecking, setIsChecking] = useState(startsAtOnce)
  const [check, setCheck] = useState<ConnectionCheck | null>(null)

  const hear = useEffectEvent((answer: Outcome<ConnectionCheck>) => {
    setIsChecking(false)
    tell(answer)
    if (answer.ok) setCheck(answer.value)
  })
  useEffect(() => {
    if (wanted === 0) return undefined
    let isShown = true
    void request('network.check', { baseUrl }).then((answer) => {
      if (isShown) hear(answer)
    })
    return () => {
      isShown = false
    }
  }, [wanted, baseUrl])

  function look() {
    setIsChecking(true)
    setWanted((before) => before + 1)
  }
  async function copy(shown: ConnectionCheck) {
    const answer = await request('clipboard.writeText', { text: connectionCheckText(shown) })
    tell(answer)
    if (answer.ok) toast({ icon: 'check', tone: 'done', title: say('Copied') })
  }

  return (
    <div className={styles.checker}>
      {check !== null && (
        <Banner
          tone={check.faultOwner === 'none' ? 'done' : 'failed'}
          icon={check.faultOwner === 'none' ? 'check' : 'warning'}
          title={check.verdict}
        >
          {check.advice}
        </Banner>
      )}
      {check !== null && (
        <ol aria-label={say('Connection check results')} className={styles.steps}>
          {check.steps.map(({ step, state, text, tookInMs }) => (
            <li key={step} data-state={state} className={styles.step}>
              <Icon name={icons[state]} size="s" />
              <span className="strong">{say(connectionCheckStepLabels[step])}</span>
              <span className={styles.words} data-selectable>
                {text}
              </span>
              <span className="num small ink-3">{tookInMs !== null && say('{time, number} ms', { time: tookInMs })}</span>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.actions}>
        <Button busy={isChecking && say('Checking…')} onClick={look}>
          {check === null ? say('Check connection') : say('Check again')}
        </Button>
        {check !== null && (
          <Button variant="quiet" icon="copy" onClick={() => void copy(check)}>
            {say('Copy as text')}
          </Button>
        )}
      </div>
    </div>
  )
}
