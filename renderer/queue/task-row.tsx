import type { Capability } from '../../shared/form/capability.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { batchRowNameText } from '../../shared/phrases/batch-phrases.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { expectedProgress, isTaskInProgress } from '../tasks/expected-duration.ts'
import { request } from '../bridge/kiln.ts'
import { InputCover } from '../tasks/input-cover.tsx'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { taskNames } from '../tasks/task-names.ts'
import { waitsForResume } from '../tasks/waits-for-resume.ts'
import { useNow } from '../ui/use-now.ts'
import { openFormFromTask } from '../navigation/open-form.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ProgressGlow } from '../ui/progress-glow.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { StatusLabel } from '../ui/status-label.tsx'
import { expectedTimeBar } from './expected-time-bar.ts'
import { TaskDetails } from './task-details.tsx'
import styles from './task-row.module.css'
import { taskCreditsText, creditSentence, taskDetailText, labelWithProgress, taskTimeText } from './task-text.ts'
import { useTaskActions } from '../tasks/use-task-actions.ts'

export type TaskRowProps = {
  readonly task: Task
  readonly capability: Capability | null
  readonly expected: ExpectedDuration | null
  readonly isOnline: boolean
  /** Name of the task's account. Null if all tasks belong to one account. */
  readonly accountName: string | null
  /** True if the task is listed below its batch's row. */
  readonly isUnderBatch: boolean
  /** True if the user stopped the task's batch. An unsent task then isn't sent until the batch resumes. */
  readonly isStopped: boolean
  /** True if the user paused sending. An unsent task then isn't sent until the user resumes sending. */
  readonly isPaused: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
}

/** Returns the element ID of the button that opens a row. This button gets the focus when the row is focused. */
export function rowButtonId(taskId: string): string {
  return `task-${taskId}`
}

/** A task on one line. While the row is open, the task's details are below. */
export function TaskRow({
  task,
  capability,
  expected,
  isOnline,
  accountName,
  isUnderBatch,
  isStopped,
  isPaused,
  isOpen,
  onToggle,
  onFocus
}: TaskRowProps) {
  const { tone, icon, label } = phaseAppearance(task)
  const state = labelWithProgress(label, task.phase === 'uploading' || task.phase === 'collecting' ? task.progress : null)
  const credits = taskCreditsText(task)
  const names = taskNames(task, capability)
  return (
    <article
      aria-label={names.spoken}
      data-return-focus={rowButtonId(task.id)}
      className={classNames(styles.row, isOpen && styles.open, isUnderBatch && styles.under)}
    >
      <div className={styles.line}>
        <button
          type="button"
          id={rowButtonId(task.id)}
          data-task={task.id}
          aria-expanded={isOpen}
          aria-label={`${names.spoken}. ${state}. ${creditSentence(task.credits)}`}
          className={styles.disclosure}
          onClick={onToggle}
          onFocus={onFocus}
        />
        <Thumb task={task} capability={capability} expected={expected} />
        <div className={styles.name}>
          <div dir="auto" className="strong cut">
            {names.title}
          </div>
          <div dir="auto" className="small ink-3 cut">
            {[task.batch === null ? null : batchRowNameText(task.batch.name), taskDetailText(task, capability), accountName]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
        {tone === 'done' ? (
          <QuietStatus icon={icon}>{state}</QuietStatus>
        ) : (
          <StatusLabel tone={tone} icon={icon}>
            {state}
          </StatusLabel>
        )}
        <TimeColumn task={task} expected={expected} isOnline={isOnline} isStopped={isStopped} isPaused={isPaused} />
        <div className={classNames(styles.credits, !credits.isSure && styles.unsure)} title={creditSentence(task.credits)}>
          {credits.label}
        </div>
        <div className={styles.action}>
          <RowAction task={task} isOpen={isOpen} onToggle={onToggle} />
        </div>
        <Icon name="chevron-right" size="s" className={styles.chevron} />
      </div>
      {isOpen && <TaskDetails task={task} capability={capability} isOnline={isOnline} />}
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
  readonly expected: ExpectedDuration | null
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
  if (isTaskInProgress(task)) return <WorkingThumb task={task} expected={expected} />
  if (task.phase === 'failed' || task.phase === 'refused') return <ProgressGlow isCold className={styles.fill} />
  const icon = task.phase === 'unconfirmed' || task.phase === 'support' ? 'unknown' : (capability?.output ?? 'file')
  return (
    <InputCover task={task} className={styles.fill}>
      <div className={styles.thumb}>
        <Icon name={icon} size="l" />
      </div>
    </InputCover>
  )
}

function WorkingThumb({ task, expected }: { readonly task: Task; readonly expected: ExpectedDuration | null }) {
  const now = useNow(1000)
  return <ProgressGlow heat={task.acceptedAt === null ? 0 : expectedProgress(task, expected, now)} className={styles.fill} />
}

function TimeColumn({
  task,
  expected,
  isOnline,
  isStopped,
  isPaused
}: {
  readonly task: Task
  readonly expected: ExpectedDuration | null
  readonly isOnline: boolean
  readonly isStopped: boolean
  readonly isPaused: boolean
}) {
  const now = useNow(1000)
  const { upper, lower } =
    isStopped && task.phase === 'queued'
      ? { upper: say('on hold until its batch resumes'), lower: null }
      : isPaused && waitsForResume(task)
        ? { upper: say('sending is paused'), lower: null }
        : taskTimeText(task, expected, isOnline, now)
  const isTicking = task.phase === 'running' || task.phase === 'collecting'
  const bar =
    task.phase === 'running' && task.acceptedAt !== null && expected !== null ? expectedTimeBar(now - task.acceptedAt, expected) : null
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

/** Shows the state of a finished task as an icon only, because the section says the same. Screen readers read the state. */
function QuietStatus({ icon, children }: { readonly icon: IconName; readonly children: string }) {
  return (
    <span className={styles.quiet}>
      <Icon name={icon} size="s" />
      <VisuallyHidden>{children}</VisuallyHidden>
    </span>
  )
}

/** Button for the most likely next action. All other actions are in the open row. */
function RowAction({ task, isOpen, onToggle }: Pick<TaskRowProps, 'task' | 'isOpen' | 'onToggle'>) {
  const { unhide } = useTaskActions()
  const [result] = task.results
  if (task.question !== null && !isOpen) {
    return (
      <Button size="small" variant="needs" onClick={onToggle}>
        {say('Review')}
      </Button>
    )
  }
  if (task.hidden) {
    return (
      <Button size="small" onClick={() => unhide([task.id])}>
        {say('Unhide')}
      </Button>
    )
  }
  if (task.phase === 'needs_input') {
    return (
      <Button size="small" variant="needs" onClick={() => navigate({ view: 'faces', taskId: task.id })}>
        {say('Choose')}
      </Button>
    )
  }
  if (task.phase === 'done' && result !== undefined && !isOpen) {
    return (
      <Button size="small" variant="quiet" onClick={() => navigate({ view: 'viewer', itemId: result.id })}>
        {say('Open')}
      </Button>
    )
  }
  if ((task.phase === 'unconfirmed' || task.phase === 'support') && task.can.checkAgain) {
    return (
      <Button size="small" onClick={() => void request('task.checkAgain', { id: task.id })}>
        {say('Check again')}
      </Button>
    )
  }
  if ((task.phase === 'refused' || task.phase === 'failed') && task.can.sendAgain) {
    return (
      <Button size="small" onClick={() => openFormFromTask(task.id)}>
        {say('Edit')}
      </Button>
    )
  }
  return null
}
