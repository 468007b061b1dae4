import { useCallback, useMemo } from 'react'
import type { Task } from '../../shared/task/task.ts'
import { useTaskListState } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { resultFromLibraryItem } from './result-from-library-item.ts'
import { useItemDetailsMap } from '../media/item-store.ts'
import type { ResultWithTask } from './neighbours.ts'
import { resultsById } from './neighbours.ts'

/** A result that was found. `isInQueue` is false if only the library has it. */
export type LocatedResult = ResultWithTask & { readonly isInQueue: boolean }
export type ResultLookup = {
  /** The results in the requested order. Unknown results are skipped. */
  readonly found: readonly LocatedResult[]
  /** False while some results are still loading. */
  readonly isSettled: boolean
}

/** Finds results by ID in the queue's tasks. If the queue doesn't have a result, looks in the library. */
export function useResultLookup(ids: readonly string[]): ResultLookup {
  const names = ids.join(' ')
  const isListRead = useTaskListState().state !== 'loading'
  const ofTasks = useTaskSummary(
    useCallback((all: readonly Task[]) => names.split(' ').map((id) => resultsById(all).get(id) ?? null), [names]),
    areSame
  )
  const unknown = useMemo(
    () => (isListRead ? names.split(' ').filter((id, place) => id !== '' && ofTasks[place] === null) : []),
    [names, ofTasks, isListRead]
  )
  const items = useItemDetailsMap(unknown)
  const beside = useMemo(() => unknown.flatMap((id) => items.get(id)?.outputs.filter((one) => one !== id) ?? []), [unknown, items])
  // Loads the other outputs of the same tasks. `items` includes them too, because all calls share one store.
  useItemDetailsMap(beside)
  return useMemo(() => {
    const found = names.split(' ').flatMap((id, place): LocatedResult[] => {
      const ofTask = ofTasks[place] ?? null
      if (ofTask !== null) return [{ ...ofTask, isInQueue: true }]
      const item = items.get(id) ?? null
      if (item === null) return []
      return [
        {
          ...resultFromLibraryItem(
            item,
            item.outputs.flatMap((output) => items.get(output) ?? [])
          ),
          isInQueue: false
        }
      ]
    })
    return { found, isSettled: isListRead && unknown.every((id) => items.has(id)) }
  }, [names, ofTasks, items, unknown, isListRead])
}

function areSame(one: readonly (ResultWithTask | null)[], other: readonly (ResultWithTask | null)[]): boolean {
  return (
    one.length === other.length && one.every((found, place) => found?.task === other[place]?.task && found?.result === other[place]?.result)
  )
}
