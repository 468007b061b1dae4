import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Batch } from '../../shared/form/batch/batch.ts'
import { subscribe, request } from './kiln.ts'

/** The page's copy of all batches, by ID. */
const batches = createStore<ReadonlyMap<string, Batch>>(() => new Map())

/**
 * Keeps the page's copy of all batches up to date. Listens before requesting the list, so that no change is missed. A batch from an event
 * is newer than the list and isn't overwritten. Returns a function that stops listening.
 */
export function subscribeToBatches(): () => void {
  const stop = subscribe('batch.changed', (batch) => batches.setState(new Map(batches.getState()).set(batch.id, batch), true))
  void request('batch.list').then((outcome) => {
    if (outcome.ok) batches.setState(new Map([...outcome.value.map((batch) => [batch.id, batch] as const), ...batches.getState()]), true)
  })
  return stop
}

/** Returns the batch with this ID. Undefined if it’s unknown. Rerenders only when this batch changes. */
export function useBatch(id: string): Batch | undefined {
  return useStore(batches, (all) => all.get(id))
}

export function useBatches(): ReadonlyMap<string, Batch> {
  return useStore(batches)
}
