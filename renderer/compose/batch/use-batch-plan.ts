import { useEffect, useState } from 'react'
import type { ShownBatchPlan } from '../../../shared/form/batch/batch-plan.ts'
import type { BatchSource } from '../../../shared/form/batch/batch-source.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { FailedOutcome, Outcome } from '../../../shared/ipc/outcome.ts'
import type { Values } from '../../../shared/form/values.ts'
import { subscribe, request } from '../../bridge/kiln.ts'

/**
 * State of counting a batch's rows. `total` is null until main has reported progress. `before` is the outdated plan, shown during the
 * count. `before` is null if the previous count failed or doesn't exist.
 */
export type BatchPlanState =
  | { readonly state: 'nothing' }
  | { readonly state: 'counting'; readonly done: number; readonly total: number | null; readonly before: ShownBatchPlan | null }
  | { readonly state: 'counted'; readonly plan: ShownBatchPlan }
  | { readonly state: 'refused'; readonly message: string; readonly advice: string | null }

/** Delay between the last keystroke and counting, in milliseconds. */
const pauseInMs = 250

/**
 * Requests a plan of the batch's rows from main whenever the options change. Main also checks the rows. Nothing is sent to the service.
 * `source` is null if the options are incomplete.
 */
export function useBatchPlan(capability: Capability, values: Values, source: BatchSource | null): BatchPlanState {
  const query = source === null ? null : JSON.stringify({ capability: capability.id, values, source })
  const [answer, setAnswer] = useState<{
    readonly query: string
    readonly of: Capability
    readonly outcome: Outcome<ShownBatchPlan>
  } | null>(null)
  const [progress, setProgress] = useState<{ readonly query: string; readonly done: number; readonly total: number } | null>(null)

  useEffect(() => {
    if (query === null) return
    const ticket = crypto.randomUUID()
    let isCurrent = true
    const stopListening = subscribe('batch.counting', ({ ticket: told, done, total }) => {
      if (told === ticket) setProgress({ query, done, total })
    })
    const timer = setTimeout(() => {
      void request('batch.plan', { ticket, ...(JSON.parse(query) as CountQuery) }).then((outcome) => {
        if (isCurrent) setAnswer({ query, of: capability, outcome })
      })
    }, pauseInMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stopListening()
      void request('batch.giveUpCounting')
    }
    // `capability` is a dependency, so that the rows are counted again when the contract changes.
  }, [query, capability])

  if (query === null) return { state: 'nothing' }
  if (answer?.query !== query || answer.of !== capability) {
    const currentProgress = progress?.query === query ? progress : { done: 0, total: null }
    return {
      state: 'counting',
      done: currentProgress.done,
      total: currentProgress.total,
      before: answer?.outcome.ok === true ? answer.outcome.value : null
    }
  }
  const { outcome } = answer
  return outcome.ok ? { state: 'counted', plan: outcome.value } : { state: 'refused', message: outcome.message, advice: outcome.advice }
}

/** Returns `count`, or the error `trouble` as a refused count. An error hides the rows, and hidden rows can't be sent. */
export function batchPlanOrError(trouble: FailedOutcome | null, count: BatchPlanState): BatchPlanState {
  return trouble === null ? count : { state: 'refused', message: trouble.message, advice: trouble.advice }
}

type CountQuery = { readonly capability: string; readonly values: Values; readonly source: BatchSource }
