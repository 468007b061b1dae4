import { useEffect, useState } from 'react'
import type { BatchPlan } from '../../../shared/batch/batch-plan.ts'
import type { BatchSource } from '../../../shared/batch/batch-source.ts'
import type { Capability } from '../../../shared/capability.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { Values } from '../../../shared/values.ts'
import { listen, request } from '../../bridge/kiln.ts'

/** Where the counting of a batch stands. A plan that is out of date is kept in sight while the next is made. */
export type BatchCount =
  | { readonly state: 'nothing' }
  | { readonly state: 'counting'; readonly done: number; readonly total: number | null; readonly before: BatchPlan | null }
  | { readonly state: 'counted'; readonly plan: BatchPlan }
  | { readonly state: 'refused'; readonly message: string; readonly advice: string | null }

/** While a person types, nothing is counted: so long after the last key, in milliseconds. */
const pauseInMs = 250

/** Has main make and check the rows whenever the wish has changed; nothing is sent. `source` null: the wish is not complete. */
export function useBatchCount(capability: Capability, values: Values, source: BatchSource | null): BatchCount {
  const wish = source === null ? null : JSON.stringify({ capability: capability.id, values, source })
  const [answer, setAnswer] = useState<{ readonly wish: string; readonly of: Capability; readonly outcome: Outcome<BatchPlan> } | null>(
    null
  )
  const [progress, setProgress] = useState<{ readonly wish: string; readonly done: number; readonly total: number } | null>(null)

  useEffect(() => {
    if (wish === null) return
    const ticket = crypto.randomUUID()
    let isCurrent = true
    const stopListening = listen('batch.counting', ({ ticket: told, done, total }) => {
      if (told === ticket) setProgress({ wish, done, total })
    })
    const timer = setTimeout(() => {
      void request('batch.plan', { ticket, ...(JSON.parse(wish) as Wish) }).then((outcome) => {
        if (isCurrent) setAnswer({ wish, of: capability, outcome })
      })
    }, pauseInMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stopListening()
      void request('batch.giveUpCounting')
    }
    // A contract that has moved is counted by anew.
  }, [wish, capability])

  if (wish === null) return { state: 'nothing' }
  if (answer?.wish !== wish || answer.of !== capability) {
    const news = progress?.wish === wish ? progress : { done: 0, total: null }
    return { state: 'counting', done: news.done, total: news.total, before: answer?.outcome.ok === true ? answer.outcome.value : null }
  }
  const { outcome } = answer
  return outcome.ok ? { state: 'counted', plan: outcome.value } : { state: 'refused', message: outcome.message, advice: outcome.advice }
}

type Wish = { readonly capability: string; readonly values: Values; readonly source: BatchSource }
