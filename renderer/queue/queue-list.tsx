import { useCallback, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { useBatches } from '../bridge/batches.ts'
import { useAccount, useConnectionName } from '../bridge/use-session.ts'
import { useTask, useTaskSummary } from '../bridge/use-tasks.ts'
import { type MenuActionHandlers, useRegisterMenuActions } from '../shortcuts/menu-action-handlers.ts'
import { areSameDurations, expectedDurationsByCapability } from '../tasks/expected-durations-by-capability.ts'
import { ContextMenu } from '../ui/context-menu.tsx'
import { dayHeadingText } from '../ui/day-text.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { useNow } from '../ui/use-now.ts'
import { MemoizedTaskRow } from './memoized-task-row.tsx'
import { QueueBatchRow } from './queue-batch-row.tsx'
import styles from './queue-view.module.css'
import { RetryDialog } from './retry-dialog.tsx'
import { SectionHeader } from './section-header.tsx'
import { useQueueList } from './use-queue-list.ts'
import type { QueueRows } from './use-queue-rows.ts'
import { useQueueMenuItems } from './use-queue-menu-items.ts'
import { useUndoTaskActionKey } from '../tasks/use-task-actions.ts'
import { useTaskMenuActions } from './use-task-menu-actions.ts'

/** The rows of the queue: section headings, batches and tasks. */
export function QueueList({
  rows,
  tasksIn,
  tasksToRetry,
  capabilities,
  openBatches,
  areHiddenShown,
  onToggleHidden,
  onToggleBatch,
  openTaskId
}: QueueRows & {
  /** ID of the task or batch to open and scroll to. Null to open none. */
  readonly openTaskId: string | null
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly openBatches: ReadonlySet<string>
  readonly areHiddenShown: boolean
  /** Null during a search, because a search always shows hidden tasks. */
  readonly onToggleHidden: (() => void) | null
  readonly onToggleBatch: (batchId: string) => void
}) {
  useUndoTaskActionKey()
  const { scroller, virtualizer, placeOf, rememberFocus, keyDown } = useQueueList(rows, openTaskId)
  const actionsOf = useTaskMenuActions()
  const menuItems = useQueueMenuItems({ rows, openBatches, onToggleBatch, actionsOf })
  const batches = useBatches()
  const [openId, setOpenId] = useState(openTaskId)
  const [retrying, setRetrying] = useState<readonly Task[] | null>(null)
  const now = useNow(60_000)
  const isOnline = useAccount()?.isOnline ?? true
  const times = useTaskSummary(expectedDurationsByCapability, areSameDurations)
  const nameOf = useConnectionName()
  const hasSeveralAccounts = useTaskSummary(areOfSeveralAccounts)

  // A link from a notification or the sidebar opens this row.
  const [ledTo, setLedTo] = useState<string | null>(null)
  if (openTaskId !== ledTo) {
    setLedTo(openTaskId)
    if (openTaskId !== null) setOpenId(openTaskId)
  }
  const toggle = useCallback((id: string) => setOpenId((open) => (open === id ? null : id)), [])

  return (
    <>
      <OpenTaskActions taskId={placeOf(openId) === -1 ? null : openId} actionsOf={actionsOf} />
      <ScrollArea label={say('Tasks')} ref={scroller} className={styles.scroll}>
        <ContextMenu label={say('Actions')} itemsFor={menuItems}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys only lead from one button to the next */}
          <div className={styles.all} style={{ height: virtualizer.getTotalSize() }} onKeyDown={keyDown}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index]
              if (row === undefined) return null
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  data-row={row.key}
                  className={styles.place}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {row.kind === 'head' ? (
                    <SectionHeader
                      row={row}
                      tasksIn={tasksIn}
                      areHiddenShown={areHiddenShown}
                      onToggleHidden={onToggleHidden}
                      onRetry={() => setRetrying(tasksToRetry())}
                    />
                  ) : row.kind === 'day' ? (
                    <h3 className={styles.day}>{dayHeadingText(row.day, now)}</h3>
                  ) : row.kind === 'batch' ? (
                    <QueueBatchRow
                      id={row.id}
                      batch={batches.get(row.id)}
                      accountName={hasSeveralAccounts ? nameOf(batches.get(row.id)?.connectionId ?? '') : null}
                      sum={row.sum}
                      capability={capabilities.get(row.capability) ?? null}
                      isOnline={isOnline}
                      isOpen={openBatches.has(row.id)}
                      onToggle={() => onToggleBatch(row.id)}
                      onFocus={() => rememberFocus(row.id)}
                    />
                  ) : (
                    <MemoizedTaskRow
                      id={row.id}
                      isUnderBatch={row.isUnderBatch}
                      capabilities={capabilities}
                      times={times}
                      hasSeveralAccounts={hasSeveralAccounts}
                      isOnline={isOnline}
                      isOpen={row.id === openId}
                      onToggle={toggle}
                      onFocus={rememberFocus}
                    />
                  )}
                </div>
              )
            })}
          </div>
        </ContextMenu>
      </ScrollArea>
      {retrying !== null && <RetryDialog tasks={retrying} onClose={() => setRetrying(null)} />}
    </>
  )
}

/** Offers the open task's actions in the app menu. `taskId` is null if no task is open, or if the task isn't in the list. */
function OpenTaskActions({
  taskId,
  actionsOf
}: {
  readonly taskId: string | null
  readonly actionsOf: (task: Task) => MenuActionHandlers
}) {
  const task = useTask(taskId)
  useRegisterMenuActions(task === null ? {} : actionsOf(task))
  return null
}

function areOfSeveralAccounts([first, ...others]: readonly Task[]): boolean {
  return others.some(({ connectionId }) => connectionId !== first?.connectionId)
}
