import type { Batch } from '../../shared/batch/batch.ts'
import type { Capability } from '../../shared/capability.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { request } from '../bridge/kiln.ts'
import { batchQuestionWords } from '../../shared/question-words.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import type { BatchSum } from './batch-groups.ts'
import { isBatchOver } from './batch-groups.ts'
import styles from './batch-row.module.css'
import { batchCredits, batchDetailWords, batchStateWords, batchTitle } from './batch-words.ts'
import { SendingQuestion } from './sending-question.tsx'
import rowStyles from './task-row.module.css'
import { rowButtonId } from './task-row.tsx'

export type BatchDeed = 'batch.stop' | 'batch.resume' | 'batch.cancelRest' | 'batch.agreeToPrices' | 'batch.hide'

export type BatchRowProps = {
  readonly id: string
  /** Undefined: this window has not heard of it yet. */
  readonly batch: Batch | undefined
  readonly sum: BatchSum
  readonly capability: Capability | null
  readonly isOnline: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
  readonly onOpenAccount: () => void
}

/** A batch on one line: how far it is, what it comes to, and how to stop it. Open, its tasks stand beneath. */
export function BatchRow({ id, batch, sum, capability, isOnline, isOpen, onToggle, onFocus, onOpenAccount }: BatchRowProps) {
  const tellFailure = useFailureToast()
  const isStopped = batch?.isStopped ?? false
  const { tone, icon, words } = batchStateWords(sum, isStopped, isOnline)
  const title = batchTitle(batch, sum)
  const details = batchDetailWords(sum, isStopped, isOnline)
  const credits = batchCredits(sum)
  const isOver = isBatchOver(sum)
  const ask = (name: BatchDeed): void => void request(name, { id }).then(tellFailure)
  return (
    <article aria-label={title} className={classNames(rowStyles.row, isOpen && rowStyles.open, styles.batch)}>
      <div className={rowStyles.line}>
        <button
          type="button"
          id={rowButtonId(id)}
          data-task={id}
          aria-expanded={isOpen}
          aria-label={sentences(
            say('Batch: {title}.', { title }),
            say('{words}.', { words }),
            details === '' ? null : say('{words}.', { words: details }),
            credits.sentence
          )}
          className={rowStyles.disclosure}
          onClick={onToggle}
          onFocus={onFocus}
        />
        <div className={styles.pile}>
          {sum.coverId === null || sum.coverMedium === null ? (
            <div className={rowStyles.thumb}>
              <Icon name="batch" size="l" />
            </div>
          ) : (
            <MediaCover
              medium={sum.coverMedium}
              thumbnail={mediaPaths.thumbnail(sum.coverId)}
              source={mediaPaths.result(sum.coverId)}
              className={rowStyles.fill}
            />
          )}
        </div>
        <div className={rowStyles.name}>
          <div dir="auto" className="strong cut">
            {title}
          </div>
          <div dir="auto" className="small ink-3 cut">
            {[capability?.title ?? batch?.capability, say('batch of {count, number}', { count: sum.count })].filter(Boolean).join(' · ')}
          </div>
        </div>
        <StateWord tone={tone} icon={icon}>
          {words}
        </StateWord>
        <div className={rowStyles.time}>
          <Progress sum={sum} />
          <div className="cut">{details}</div>
        </div>
        <div className={classNames(rowStyles.credits, !credits.isSure && rowStyles.unsure)} title={credits.sentence}>
          {credits.words}
        </div>
        <div className={rowStyles.action}>
          {sum.waiting > 0 ? (
            <Button size="small" onClick={() => ask(isStopped ? 'batch.resume' : 'batch.stop')}>
              {isStopped ? say('Go on') : say('Stop')}
            </Button>
          ) : (
            <Icon name="chevron-right" size="s" className={rowStyles.chevron} />
          )}
        </div>
      </div>
      {sum.asking > 0 && (
        <div className={styles.question}>
          <SendingQuestion
            words={batchQuestionWords({ count: sum.asking, before: sum.askingBefore, now: sum.askingNow, isLimit: sum.isPastLimit })}
            onAgree={() => ask('batch.agreeToPrices')}
            onTakeBack={() => ask('batch.cancelRest')}
            onOpenAccount={onOpenAccount}
          />
        </div>
      )}
      {isOpen && (sum.waiting > 0 || isOver) && (
        <div className={styles.actions}>
          {sum.waiting > 0 && (
            <Button size="small" look="quiet" icon="undo" onClick={() => ask('batch.cancelRest')}>
              {say('Take back the {waiting, number} not sent', { waiting: sum.waiting })}
            </Button>
          )}
          {isOver && (
            <Button size="small" look="quiet" icon="hide" onClick={() => ask('batch.hide')}>
              {say('Hide all')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

/** What is done, what went wrong and what is on its way, as parts of the whole. The words beside it say the same. */
function Progress({ sum }: { readonly sum: BatchSum }) {
  const parts = [
    ['done', sum.done],
    ['failed', sum.failed],
    ['working', sum.working + sum.needsYou]
  ] as const
  return (
    <div className={styles.progress} aria-hidden="true">
      {parts.map(([name, count]) => count > 0 && <span key={name} className={styles[name]} style={{ flexGrow: count }} />)}
      <span style={{ flexGrow: sum.waiting + sum.takenBack }} />
    </div>
  )
}
