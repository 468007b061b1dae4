import { memo } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { useBatches } from '../bridge/batches.ts'
import { useConnectionName, useSettings } from '../bridge/use-session.ts'
import { useTask } from '../bridge/use-tasks.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { TaskRow } from './task-row.tsx'

/** The row of one task. Re-renders only if this task or a prop changes, so changes to other tasks are cheap. */
export const MemoizedTaskRow = memo(function MemoizedTaskRow({
  id,
  isUnderBatch,
  capabilities,
  times,
  hasSeveralAccounts,
  isOnline,
  isOpen,
  onToggle,
  onFocus
}: {
  readonly id: string
  readonly isUnderBatch: boolean
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly times: ReadonlyMap<string, ExpectedDuration | null>
  readonly hasSeveralAccounts: boolean
  readonly isOnline: boolean
  readonly isOpen: boolean
  readonly onToggle: (taskId: string) => void
  readonly onFocus: (taskId: string) => void
}) {
  const task = useTask(id)
  const batches = useBatches()
  const nameOf = useConnectionName()
  const isPaused = useSettings()?.isSendingPaused ?? false
  if (task === null) return null
  return (
    <TaskRow
      isUnderBatch={isUnderBatch}
      isStopped={task.batch !== null && (batches.get(task.batch.id)?.isStopped ?? false)}
      isPaused={isPaused}
      isOnline={isOnline}
      accountName={hasSeveralAccounts ? nameOf(task.connectionId) : null}
      isOpen={isOpen}
      onToggle={() => onToggle(id)}
      onFocus={() => onFocus(id)}
      task={task}
      capability={capabilities.get(task.capability) ?? null}
      expected={times.get(task.capability) ?? null}
    />
  )
})
