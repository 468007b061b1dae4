import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { SourcedEstimate } from '../../shared/pricing.ts'
import { estimateCredits } from '../../shared/pricing.ts'
import type { Values } from '../../shared/values.ts'
import { request } from '../bridge/kiln.ts'
import type { FormEstimate } from './price-words.ts'

/** Nobody is asked while somebody types. */
const pauseBeforeAskingInMs = 400
/** For so long after a change the price before it may still stand there, so that it does not flicker. */
const graceInMs = 900

/** A contract that moved may tell another price: what was said of the capability as it was before does not count. */
type Answered = { readonly capability: Capability; readonly estimate: SourcedEstimate | null }

/** What these values would cost: at once by the contract's rules, else as main says after a moment. Nothing waits for it. */
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
      setAnswered({ capability, estimate: outcome.ok ? outcome.value : nobodys })
    }
    return () => {
      isStale = true
      clearTimeout(stopGrace)
      clearTimeout(stopPause)
    }
  }, [capability, question])

  if (byRules.credits !== null) return { ...byRules, source: 'rules', isAsking: false }
  if (question === null) return { ...nobodys, isAsking: false }
  const last = answered?.capability === capability ? answered : null
  return { ...(last?.estimate ?? nobodys), isAsking: last === null || last.estimate === null }
}

const nobodys: SourcedEstimate = { credits: null, lines: [], source: 'nobody' }
