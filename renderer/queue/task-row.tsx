import type { Capability } from '../../shared/capability.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Task } from '../../shared/task.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { heatOf, isWorking } from '../bridge/expected-time.ts'
import { request } from '../bridge/kiln.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { useNow } from '../bridge/use-now.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { HeatDoor } from '../ui/heat-door.tsx'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { expectedBar } from './expected-bar.ts'
import { TaskDetails } from './task-details.tsx'
import styles from './task-row.module.css'
import { creditFigure, creditSentence, detailWords, progressWords, timeWords } from './task-words.ts'

export type TaskRowProps = {
  readonly task: Task
  readonly capability: Capability | null
  readonly expected: ExpectedTime | null
  readonly isOnline: boolean
  /** Stands beneath the row of its batch. */
  readonly isUnderBatch: boolean
  /** Its batch was stopped: what is not sent stays. */
  readonly isStopped: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
  readonly onOpenResult: (itemId: string) => void
  readonly onSendAgain: () => void
  readonly onChooseFaces: () => void
  readonly onOpenAccount: () => void
  readonly onCheckConnection: () => void
}

/** Id of the button that opens a row; what the focus goes to. */
export function rowButtonId(taskId: string): string {
  return `task-${taskId}`
}

/** A task on one line; open, its story beneath. */
export function TaskRow({
  task,
  capability,
  expected,
  isOnline,
  isUnderBatch,
  isStopped,
  isOpen,
  onToggle,
  onFocus,
  onOpenResult,
  onSendAgain,
  onChooseFaces,
  onOpenAccount,
  onCheckConnection
}: TaskRowProps) {
  const { tone, icon, words } = phaseWords(task)
  const state = progressWords(words, task.phase === 'uploading' || task.phase === 'collecting' ? task.progress : null)
  const credits = creditFigure(task)
  return (
    <article aria-label={task.title} className={classNames(styles.row, isOpen && styles.open, isUnderBatch && styles.under)}>
      <div className={styles.line}>
        <button
          type="button"
          id={rowButtonId(task.id)}
          data-task={task.id}
          aria-expanded={isOpen}
          aria-label={`${task.title}. ${state}. ${creditSentence(task.credits)}`}
          className={styles.disclosure}
          onClick={onToggle}
          onFocus={onFocus}
        />
        <Thumb task={task} capability={capability} expected={expected} />
        <div className={styles.name}>
          <div dir="auto" className="strong cut">
            {task.title}
          </div>
          <div dir="auto" className="small ink-3 cut">
            {[task.batch === null ? null : sayAgain(task.batch.name), detailWords(task, capability)].filter(Boolean).join(' · ')}
          </div>
        </div>
        <StateWord tone={tone} icon={icon}>
          {state}
        </StateWord>
        <TimeColumn task={task} expected={expected} isOnline={isOnline} isStopped={isStopped} />
        <div className={classNames(styles.credits, !credits.isSure && styles.unsure)} title={creditSentence(task.credits)}>
          {credits.words}
        </div>
        <div className={styles.action}>
          <RowAction
            task={task}
            isOpen={isOpen}
            onToggle={onToggle}
            onOpenResult={onOpenResult}
            onSendAgain={onSendAgain}
            onChooseFaces={onChooseFaces}
          />
        </div>
      </div>
      {isOpen && (
        <TaskDetails
          task={task}
          onOpenResult={onOpenResult}
          onSendAgain={onSendAgain}
          onChooseFaces={onChooseFaces}
          onOpenAccount={onOpenAccount}
          onCheckConnection={onCheckConnection}
          isOnline={isOnline}
        />
      )}
    </article>
  )
}

function Thumb({
  task,
  capability,
  expected
}: {
  readonly task: Task
  readonly capability: Capability | null
  readonly expected: ExpectedTime | null
}) {
  const [result] = task.results
  if (result !== undefined) {
    return (
      <MediaCover
        medium={result.medium}
        thumbnail={mediaPaths.thumbnail(result.id)}
        source={mediaPaths.result(result.id)}
        className={styles.fill}
      />
    )
  }
  if (isWorking(task)) return <WorkingThumb task={task} expected={expected} />
  if (task.phase === 'failed' || task.phase === 'refused') return <HeatDoor isCold className={styles.fill} />
  const icon = task.phase === 'unconfirmed' || task.phase === 'support' ? 'unknown' : (capability?.output ?? 'file')
  return (
    <div className={styles.thumb}>
      <Icon name={icon} size="l" />
    </div>
  )
}

function WorkingThumb({ task, expected }: { readonly task: Task; readonly expected: ExpectedTime | null }) {
  const now = useNow(1000)
  return <HeatDoor heat={task.acceptedAt === null ? 0 : heatOf(task, expected, now)} className={styles.fill} />
}

function TimeColumn({
  task,
  expected,
  isOnline,
  isStopped
}: {
  readonly task: Task
  readonly expected: ExpectedTime | null
  readonly isOnline: boolean
  readonly isStopped: boolean
}) {
  const now = useNow(1000)
  const { upper, lower } =
    isStopped && task.phase === 'queued'
      ? { upper: say('stays until its batch goes on'), lower: null }
      : timeWords(task, expected, isOnline, now)
  const isTicking = task.phase === 'running' || task.phase === 'collecting'
  const bar =
    task.phase === 'running' && task.acceptedAt !== null && expected !== null ? expectedBar(now - task.acceptedAt, expected) : null
  return (
    <div className={styles.time}>
      {isTicking ? (
        <div className={styles.elapsed}>
          <span>{upper}</span>
          {bar !== null && (
            <span className={styles.bar} aria-hidden="true">
              <span className={styles.usual} style={{ insetInlineStart: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }} />
              <span className={styles.now} style={{ width: `${bar.now * 100}%` }} />
            </span>
          )}
        </div>
      ) : (
        <div className="cut">{upper}</div>
      )}
      {lower !== null && <div className="cut">{lower}</div>}
    </div>
  )
}

/** The one thing that is most likely wanted now; everything else is in the open row. */
function RowAction({
  task,
  isOpen,
  onToggle,
  onOpenResult,
  onSendAgain,
  onChooseFaces
}: {
  readonly task: Task
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onOpenResult: (itemId: string) => void
  readonly onSendAgain: () => void
  readonly onChooseFaces: () => void
}) {
  const [result] = task.results
  if (task.question !== null && !isOpen) {
    return (
      <Button size="small" look="needs" onClick={onToggle}>
        {say('Answer')}
      </Button>
    )
  }
  if (task.phase === 'needs_input') {
    return (
      <Button size="small" look="needs" onClick={onChooseFaces}>
        {say('Choose')}
      </Button>
    )
  }
  if (task.phase === 'done' && result !== undefined) {
    return (
      <Button size="small" look="quiet" onClick={() => onOpenResult(result.id)}>
        {say('Open')}
      </Button>
    )
  }
  if ((task.phase === 'unconfirmed' || task.phase === 'support') && task.can.lookAgain) {
    return (
      <Button size="small" onClick={() => void request('task.lookAgain', { id: task.id })}>
        {say('Look')}
      </Button>
    )
  }
  if ((task.phase === 'refused' || task.phase === 'failed') && task.can.sendAgain) {
    return (
      <Button size="small" onClick={onSendAgain}>
        {say('Change')}
      </Button>
    )
  }
  return <Icon name="chevron-right" size="s" className={styles.chevron} />
}
