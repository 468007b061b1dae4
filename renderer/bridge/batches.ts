import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Batch } from '../../shared/batch/batch.ts'
import { subscribe, request } from './kiln.ts'

/** The page's copy of all batches, by ID. */
const batches = createStore<ReadonlyMap<string, Batch>>(() => new Map())

/**
 * Listens first, then requests the list. Announcements received meanwhile are newer and are kept. Returns a function that stops listening.
 */
export function followBatches(): () => void {
  const stop = subscribe('batch.changed', (batch) => batches.setState(new Map(batches.getState()).set(batch.id, batch), true))
  void request('batch.list').then((outcome) => {
    if (outcome.ok) batches.setState(new Map([...outcome.value.map((batch) => [batch.id, batch] as const), ...batches.getState()]), true)
  })
  return stop
}

export function useBatches(): ReadonlyMap<string, Batch> {
  return useStore(batches)
}
