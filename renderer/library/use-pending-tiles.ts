import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/form/capability.ts'
import { fieldsOf, outputCount } from '../../shared/form/fields.ts'
import type { Task } from '../../shared/task/task.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import type { PendingTile } from './pending-tiles.ts'
import { areSamePendingTiles, pendingTilesForTasks } from './pending-tiles.ts'
import { expectedRatioInThousandths } from '../tasks/expected-ratio-in-thousandths.ts'
import { gridStore } from './grid-store.ts'

const noPendingTiles: readonly PendingTile[] = []

/** Returns the pending tiles at the top of the grid. Empty if `isShown` is false. */
export function usePendingTiles(isShown: boolean): readonly PendingTile[] {
  const capabilities = useCapabilityMap()
  const arrived = useStore(gridStore, (state) => state.arrived)
  const hadPendingTile = useRef(new Set<string>())
  return useTaskSummary(
    useCallback(
      (newestFirst: readonly Task[]) => {
        if (!isShown) return noPendingTiles
        const pendingTiles = pendingTilesForTasks(newestFirst, {
          outputsOf: (task) => outputsOf(task, capabilities.get(task.capability)),
          ratioOf: (task) => expectedRatioInThousandths(task, newestFirst),
          isInGrid: (id) => arrived.has(id),
          hadPendingTile: hadPendingTile.current
        })
        for (const { taskId } of pendingTiles) hadPendingTile.current.add(taskId)
        return pendingTiles
      },
      [isShown, capabilities, arrived]
    ),
    areSamePendingTiles
  )
}

const counts = new WeakMap<Task, number>()

/** Returns the number of outputs of a task. Caches the number for each task object, because reading the schema is slow. */
function outputsOf(task: Task, capability: Capability | undefined): number {
  if (capability === undefined) return 1
  const count = counts.get(task) ?? outputCount(fieldsOf(capability, task.values), task.values)
  counts.set(task, count)
  return count
}
