import type { AccountState } from '../../shared/connection.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { writeCapabilityList } from '../../shared/capability-list.ts'
import type { AnnouncementName, Announcements } from '../../shared/ipc.ts'
import type { Progress, Task } from '../../shared/task.ts'
import type { Studio } from '../studio.ts'
import { saidCapabilities } from './said-capabilities.ts'

/** Sends to every window that is open. */
export type Announce = <Name extends AnnouncementName>(name: Name, payload: Announcements[Name]) => void

/** Changes of many tasks at once, such as after waking, reach the window in strokes of this length: one frame at 60 Hz. */
const changeStrokeInMs = 16
/** More of them wait for the next stroke, so that five thousand rows of a batch neither hold main up nor come as one lump. */
const mostInAStroke = 250
/** Bytes on their way are drawn ten times a second, however often they are counted. */
const progressStrokeInMs = 100

/**
 * Tells the window what the studio tells. Of a task only the newest state is sent, in the order in which tasks changed first; progress that
 * a newer state carries already is left out.
 *
 * @returns a function that stops it; what is pending is dropped, since a window that opens later asks for everything.
 */
export function publish(parts: {
  readonly studio: Pick<Studio, 'subscribe'>
  readonly accountState: () => AccountState
  readonly announce: Announce
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): () => void {
  const { studio, accountState, announce, setTimer } = parts
  const changed = createStroke<Task>(changeStrokeInMs, setTimer, (gathered) => announce('tasks.changed', [...gathered.values()]))
  const moved = createStroke<Progress>(progressStrokeInMs, setTimer, (gathered) => {
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
        announce('library.changed', event.news)
        return
      case 'storage':
        announce('storage.changed', event.storage)
        return
      case 'contract-change':
        announce('contract.changed', event.change)
        return
      case 'capabilities':
        announce('capabilities.changed', writeCapabilityList(saidCapabilities(event.capabilities)))
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

/** Gathers the newest value per id and lets them go together, the first come first. */
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
