import type { AccountState } from '../../shared/app/connection.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { serializeCapabilityList } from '../../shared/form/capability-list-json.ts'
import type { IpcEventSender } from '../../shared/ipc/ipc.ts'
import { indexingJobName } from '../../shared/library/query-defaults.ts'
import type { TransferProgress, Task } from '../../shared/task/task.ts'
import type { Studio } from '../studio.ts'
import { translateCapabilities } from './translate-capabilities.ts'

/** Interval between batches of changes, one frame at 60 Hz. Many tasks can change at once, such as after the computer wakes up. */
const changeStrokeInMs = 16
/**
 * Maximum number of changes per batch. The remaining changes are sent with the next batch. Thousands of changed rows therefore don't block
 * the main process or the page.
 */
const mostInAStroke = 250
/** Minimum time between two progress events of a task. */
const progressStrokeInMs = 100

/**
 * Forwards the studio's events to the window. Only a task's newest state is sent, in the order of each task's first change. Progress that a
 * newer state already contains is skipped.
 *
 * @returns a function that stops forwarding and drops pending changes. A window that opens later requests the current state.
 */
export function publishStudioEvents(parts: {
  readonly studio: Pick<Studio, 'subscribe'>
  readonly accountState: () => AccountState
  readonly announce: IpcEventSender
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): () => void {
  const { studio, accountState, announce, setTimer } = parts
  const changed = createStroke<Task>(changeStrokeInMs, setTimer, (gathered) => announce('tasks.changed', [...gathered.values()]))
  const moved = createStroke<TransferProgress>(progressStrokeInMs, setTimer, (gathered) => {
    for (const [id, progress] of gathered) announce('task.progress', { id, progress })
  })

  const unsubscribe = studio.subscribe((event) => {
    switch (event.kind) {
      case 'task':
        moved.drop(event.task.id)
        changed.add(event.task.id, event.task)
        return
      case 'batch':
        announce('batch.changed', event.batch)
        return
      case 'progress':
        moved.add(event.id, event.progress)
        return
      case 'account':
        announce('account.changed', accountState())
        return
      case 'reconciliation':
        announce('recovery.changed', event.reconciliation)
        return
      case 'library':
        announce('library.changed', event.changes)
        return
      case 'library-filling':
        announce('library.progress', { job: indexingJobName, done: event.count, total: 0 })
        return
      case 'storage':
        announce('storage.changed', event.storage)
        return
      case 'contract-change':
        announce('contract.changed', event.change)
        return
      case 'capabilities':
        announce('capabilities.changed', serializeCapabilityList(translateCapabilities(event.capabilities)))
        return
      default:
        assertNever(event)
    }
  })
  return () => {
    unsubscribe()
    changed.stop()
    moved.stop()
  }
}

type Stroke<T> = { readonly add: (id: string, value: T) => void; readonly drop: (id: string) => void; readonly stop: () => void }

/** Collects the newest value of each ID. Passes the values to `release` together, in the order of arrival. */
function createStroke<T>(
  lengthInMs: number,
  setTimer: (delayInMs: number, run: () => void) => () => void,
  release: (gathered: ReadonlyMap<string, T>) => void
): Stroke<T> {
  const pending = new Map<string, T>()
  let stopTimer: (() => void) | null = null

  function strike(): void {
    stopTimer = null
    const gathered = new Map([...pending].slice(0, mostInAStroke))
    for (const id of gathered.keys()) pending.delete(id)
    if (pending.size > 0) stopTimer = setTimer(lengthInMs, strike)
    if (gathered.size > 0) release(gathered)
  }

  return {
    add: (id, value) => {
      pending.set(id, value)
      stopTimer ??= setTimer(lengthInMs, strike)
    },
    drop: (id) => {
      pending.delete(id)
    },
    stop: () => {
      stopTimer?.()
      stopTimer = null
      pending.clear()
    }
  }
}
