import { useState } from 'react'
import type { ContractChange } from '../../shared/contract-change.ts'
import { sentences } from '../../shared/words/join.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import { lookAtContractAgain, useContractNews } from '../bridge/contract-news.ts'
import { useNow } from '../bridge/use-now.ts'
import { Button } from '../ui/button.tsx'
import { agoWords, clockWords, dayWords } from '../ui/figures.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './contract-changes.module.css'

/** Sentences of one change that are shown at once. */
const mostShown = 4

/** What became different at the service, with dates, and a way to look again. */
export function ContractChanges() {
  const { lookedAt, changes } = useContractNews()
  const now = useNow(60_000)
  const announce = useAnnounce()
  const fail = useFailureToast()
  const [isLooking, setIsLooking] = useState(false)
  async function look(): Promise<void> {
    setIsLooking(true)
    const before = changes[0]?.id
    const outcome = await lookAtContractAgain()
    setIsLooking(false)
    fail(outcome)
    if (outcome.ok && outcome.value.changes[0]?.id === before) announce(say('Nothing has changed.'))
  }
  return (
    <>
      <div className={styles.look}>
        <p className="grow ink-2">
          {sentences(
            changes.length === 0 ? say('Nothing has changed since Kiln knows this service.') : null,
            lookedAt === null ? say('Not looked at yet.') : say('Last looked {time}.', { time: agoWords(lookedAt, now) })
          )}
        </p>
        <Button icon="refresh" busy={isLooking && say('Looking')} onClick={() => void look()}>
          {say('Look again')}
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
  const shown = change.sentences.slice(0, mostShown)
  const rest = change.sentences.slice(mostShown)
  return (
    <li className={styles.change}>
      <time className="small ink-3" dateTime={new Date(change.at).toISOString()}>
        {dayWords(change.at, now)}, {clockWords(change.at)}
      </time>
      <div>
        <Sentences sentences={shown} />
        {rest.length > 0 && (
          <details>
            <summary>{say('{count, number} more', { count: rest.length })}</summary>
            <Sentences sentences={rest} />
          </details>
        )}
      </div>
    </li>
  )
}

function Sentences({ sentences: own }: { readonly sentences: readonly string[] }) {
  return (
    <ul className={styles.sentences} data-selectable>
      {own.map((sentence) => (
        <li key={sentence}>{sayAgain(sentence)}</li>
      ))}
    </ul>
  )
}
