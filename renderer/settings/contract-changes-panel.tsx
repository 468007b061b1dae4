import { useState } from 'react'
import type { ContractChange } from '../../shared/app/contract-change.ts'
import type { ContractDifference } from '../../shared/app/contract-difference.ts'
import { say } from '../../shared/i18n/say.ts'
import { contractDifferenceText } from '../../shared/phrases/contract-difference-phrases.ts'
import { checkContract, useContractChanges } from '../bridge/contract-changes.ts'
import { useNow } from '../ui/use-now.ts'
import { Button } from '../ui/button.tsx'
import { formatTime, formatDay } from '../ui/format.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { contractCheckText } from './contract-check-text.ts'
import styles from './contract-changes-panel.module.css'

/** Maximum number of differences to show for each change. The user can expand the others. */
const maxShown = 4

/** Lists changes in the service's API definition, with dates and a button to check again. */
export function ContractChangesPanel() {
  const { checkedAt, changes } = useContractChanges()
  const now = useNow(60_000)
  const announce = useAnnounce()
  const fail = useFailureToast()
  const [isChecking, setIsChecking] = useState(false)
  async function check(): Promise<void> {
    setIsChecking(true)
    const before = changes[0]?.id
    const outcome = await checkContract()
    setIsChecking(false)
    fail(outcome)
    if (outcome.ok && outcome.value.changes[0]?.id === before) announce(say('No new changes.'))
  }
  return (
    <>
      <div className={styles.look}>
        <p className="grow ink-2">{contractCheckText(checkedAt, changes.length, now)}</p>
        <Button icon="refresh" busy={isChecking && say('Checking…')} onClick={() => void check()}>
          {checkedAt === null ? say('Check now') : say('Check again')}
        </Button>
      </div>
      {changes.length > 0 && (
        <ol className={styles.changes}>
          {changes.map((change) => (
            <Change key={change.id} change={change} now={now} />
          ))}
        </ol>
      )}
    </>
  )
}

function Change({ change, now }: { readonly change: ContractChange; readonly now: number }) {
  const shown = change.differences.slice(0, maxShown)
  const rest = change.differences.slice(maxShown)
  return (
    <li className={styles.change}>
      <time className="small ink-3" dateTime={new Date(change.at).toISOString()}>
        {formatDay(change.at, now)}, {formatTime(change.at)}
      </time>
      <div>
        <Differences differences={shown} />
        {rest.length > 0 && (
          <details>
            <summary>{say('{count, number} more', { count: rest.length })}</summary>
            <Differences differences={rest} />
          </details>
        )}
      </div>
    </li>
  )
}

function Differences({ differences }: { readonly differences: readonly ContractDifference[] }) {
  return (
    <ul className={styles.sentences} data-selectable>
      {differences.map((difference) => (
        <li key={JSON.stringify(difference)}>{contractDifferenceText(difference)}</li>
      ))}
    </ul>
  )
}
