import { useCallback, useEffect, useState } from 'react'
import { unfilteredQuery } from '../../shared/library/query-defaults.ts'
import type { Task } from '../../shared/task/task.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { prefetchItemDetails, useItemDetails } from '../media/item-store.ts'
import { addsOrRemovesItems, useLibraryValue } from '../media/use-library-value.ts'
import type { Neighbour, Neighbours } from './neighbours.ts'
import { areSameNeighbours, neighboursInList, neighboursByTime, resultsById } from './neighbours.ts'

/** Number of results to load on each side. More are loaded when fewer than a third of this number remain on a side. */
const maxAhead = 12

/**
 * Returns the previous and next results. `among` has library keys in the order of the grid where the result was opened. If `among` is null,
 * the order is by time. Uses the queue if it contains the result, otherwise the whole library.
 */
export function useNeighbours(itemId: string, isInQueue: boolean, among: Uint32Array | null): Neighbours {
  const byTime = useTaskSummary(
    useCallback((all: readonly Task[]) => neighboursByTime(all, itemId), [itemId]),
    areSameNeighbours
  )
  const isOfLibrary = among !== null || !isInQueue
  const item = useItemDetails(itemId)
  const [near, setNear] = useState<ReadonlyMap<number, Neighbour | null>>(() => new Map())
  const key = item?.key ?? keyIn(near, itemId)
  const whole = useWholeLibrary(isOfLibrary && (among === null || (key !== null && !among.includes(key))))
  const order = among !== null && key !== null && among.includes(key) ? among : whole
  const place = !isOfLibrary || key === null || order === null ? -1 : order.indexOf(key)

  useEffect(() => {
    if (order === null || place < 0) return undefined
    const closest = order.subarray(Math.max(0, place - maxAhead / 3), place + maxAhead / 3 + 1)
    if (closest.every((one) => near.has(one))) return undefined
    let isCurrent = true
    const keys = [...order.subarray(Math.max(0, place - maxAhead), place + maxAhead + 1)]
    void request('library.tiles', { keys, search: '' }).then((outcome) => {
      if (!isCurrent || !outcome.ok) return
      const there = new Map(outcome.value.map((tile) => [tile.key, { id: tile.id, medium: tile.medium, title: tile.title }]))
      setNear(new Map(keys.map((one) => [one, there.get(one) ?? null])))
    })
    return () => {
      isCurrent = false
    }
  }, [order, place, near])
  useEffect(
    () =>
      subscribe('library.changed', ({ added, removed, isReset }) => {
        setNear((before) => {
          if (isReset) return new Map()
          const gone = removed.filter((one) => before.has(one))
          // A restored item keeps its key, for which `near` still contains null.
          const restored = added.filter((one) => before.get(one) === null)
          if (gone.length + restored.length === 0) return before
          const now = new Map(before)
          for (const one of gone) now.set(one, null)
          for (const one of restored) now.delete(one)
          return now
        })
      }),
    []
  )

  // There are no neighbours until the result's position in the list is known. Its neighbours by time may not be in the list.
  const isBeingRead = among !== null && key === null
  const found = order === null || place < 0 ? (isInQueue && !isBeingRead ? byTime : none) : neighboursInList(order, place, near)
  const [previousId, nextId] = [found.previous?.id, found.next?.id]
  useEffect(() => {
    for (const id of [nextId, previousId]) if (id !== undefined && !resultsById(taskStore.all()).has(id)) prefetchItemDetails(id)
  }, [previousId, nextId])
  return found
}

const none: Neighbours = { previous: null, next: null, around: [] }

function keyIn(near: ReadonlyMap<number, Neighbour | null>, itemId: string): number | null {
  for (const [key, one] of near) if (one?.id === itemId) return key
  return null
}

/** Returns the keys of all library items, newest first. Null if `isWanted` is false or the keys are still loading. */
function useWholeLibrary(isWanted: boolean): Uint32Array | null {
  const keys = useLibraryValue(isWanted ? loadWholeLibrary : null, addsOrRemovesItems)
  return isWanted ? keys : null
}

async function loadWholeLibrary(): Promise<Uint32Array | null> {
  const outcome = await request('library.query', unfilteredQuery)
  return outcome.ok ? outcome.value.keys : null
}
