import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Task } from '../../shared/task/task.ts'
import { taskStore } from './session.ts'

/** Returns the task with this ID. Rerenders only when the task changes. Null if the ID is null or unknown. */
export function useTask(id: string | null): Task | null {
  const subscribe = useCallback((listener: () => void) => (id === null ? () => undefined : taskStore.subscribeTo(id, listener)), [id])
  return useSyncExternalStore(subscribe, () => (id === null ? null : (taskStore.get(id) ?? null)))
}

/**
 * Returns the value that `summarize` derives from all tasks, such as a count or a list. Rerenders only if `isSame` returns false for the
 * old and the new value. `summarize` must be stable, such as a module-level function or a `useCallback` result.
 */
export function useTaskSummary<T>(summarize: (newestFirst: readonly Task[]) => T, isSame: (one: T, other: T) => boolean = Object.is): T {
  const last = useRef<{ readonly all: readonly Task[]; readonly summarize: unknown; readonly value: T } | null>(null)
  function read(): T {
    const all = taskStore.all()
    const before = last.current
    if (before && before.all === all && before.summarize === summarize) return before.value
    const value = summarize(all)
    const kept = before && isSame(before.value, value) ? before.value : value
    last.current = { all, summarize, value: kept }
    return kept
  }
  return useSyncExternalStore(subscribeToAll, read, read)
}

export function areSameItems<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place])
}

const subscribeToAll = (listener: () => void) => taskStore.subscribe(listener)
