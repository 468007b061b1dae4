import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/capability.ts'
import { fieldsOf, outputCount } from '../../shared/fields.ts'
import type { Task } from '../../shared/task.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import type { Door } from './doors.ts'
import { areSameDoors, doorsOf } from './doors.ts'
import { expectedRatio } from './expected-ratio.ts'
import { shelfStore } from './shelf-store.ts'

const noDoors: readonly Door[] = []

/** What is being made now, as it stands at the top of the shelf. */
export function useDoors(isShown: boolean): readonly Door[] {
  const capabilities = useCapabilityMap()
  const arrived = useStore(shelfStore, (state) => state.arrived)
  const hadDoor = useRef(new Set<string>())
  return useTaskSummary(
    useCallback(
      (newestFirst: readonly Task[]) => {
        if (!isShown) return noDoors
        const doors = doorsOf(newestFirst, {
          outputsOf: (task) => outputsOf(task, capabilities.get(task.capability)),
          ratioOf: (task) => expectedRatio(task, newestFirst),
          isOnShelf: (id) => arrived.has(id),
          hadDoor: hadDoor.current
        })
        for (const { taskId } of doors) hadDoor.current.add(taskId)
        return doors
      },
      [isShown, capabilities, arrived]
    ),
    areSameDoors
  )
}

const counts = new WeakMap<Task, number>()

/** Worked out once for each task as it stands: to read a schema takes longer than all the rest. */
function outputsOf(task: Task, capability: Capability | undefined): number {
  if (capability === undefined) return 1
  const count = counts.get(task) ?? outputCount(fieldsOf(capability, task.values), task.values)
  counts.set(task, count)
  return count
}
