import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { SourcedEstimate } from '../../shared/form/pricing.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import type { Values } from '../../shared/form/values.ts'
import { request } from '../bridge/kiln.ts'
import type { FormEstimate } from './price-text.ts'

/** Delay after the last change, so that no request is sent while the user types. */
const pauseBeforeAskingInMs = 400
/** Maximum time in milliseconds that the previous price stays visible after a change, to avoid flicker. */
const graceInMs = 900

/**
 * An estimate and the capability that it belongs to. A changed contract may change the price. An estimate for an earlier version of the
 * capability is therefore ignored.
 */
type Answered = { readonly capability: Capability; readonly estimate: SourcedEstimate | null }

/**
 * Returns the estimated price of these values. The contract's pricing rules give the price immediately. If the rules don't give a price,
 * main estimates it after a delay. An unknown price never prevents sending.
 */
export function useFormEstimate(capability: Capability, values: Values, isFilledIn: boolean): FormEstimate {
  const byRules = estimateCredits(capability, values)
  const question = byRules.credits === null && (capability.pricing.kind === 'unknown' || isFilledIn) ? JSON.stringify(values) : null
  const [answered, setAnswered] = useState<Answered | null>(null)

  useEffect(() => {
    if (question === null) return
    let isStale = false
    const stopGrace = setTimeout(() => setAnswered({ capability, estimate: null }), graceInMs)
    const stopPause = setTimeout(() => void ask(question), pauseBeforeAskingInMs)
    async function ask(asked: string): Promise<void> {
      const outcome = await request('price.estimate', { capability: capability.id, values: JSON.parse(asked) as Values })
      if (isStale) return
      clearTimeout(stopGrace)
      setAnswered({ capability, estimate: outcome.ok ? outcome.value : noEstimate })
    }
    return () => {
      isStale = true
      clearTimeout(stopGrace)
      clearTimeout(stopPause)
    }
  }, [capability, question])

  if (byRules.credits !== null) return { ...byRules, source: 'rules', isAsking: false }
  if (question === null) return { ...noEstimate, isAsking: false }
  const last = answered?.capability === capability ? answered : null
  return { ...(last?.estimate ?? noEstimate), isAsking: last === null || last.estimate === null }
}

const noEstimate: SourcedEstimate = { credits: null, lines: [], source: 'none' }
