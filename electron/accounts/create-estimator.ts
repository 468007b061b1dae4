import type { Capability } from '../../shared/form/capability.ts'
import type { EstimatedPrice, SourcedEstimate } from '../../shared/form/pricing.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import type { Values } from '../../shared/form/values.ts'
import type { Clock, ToolClient } from '../tasks/ports.ts'
import { estimateRequestBody } from './estimate-request-body.ts'

/**
 * Estimates a task's price before the task is sent. The contract's pricing rules come first, then the service's own estimate. If neither
 * gives a price, the price is unknown.
 */
export type Estimator = {
  /** Requests an estimate from the service only if the rules give no price. Waits at most `timeoutInMs` for the response. Never rejects. */
  readonly estimate: (question: Question) => Promise<SourcedEstimate>
  /** Returns the price from the rules or from a cached estimate. Doesn't send a request. */
  readonly knownPrice: (question: Question) => EstimatedPrice
}

type Question = { readonly tools: ToolClient; readonly capability: Capability; readonly values: Values }

/** Maximum time to wait for the service's estimate, in milliseconds. */
const timeoutInMs = 4_000
/** Pause after a timeout, in milliseconds. No estimates are requested meanwhile. A late response is still cached and ends the pause. */
const cooldownInMs = 30_000
const maxConcurrent = 4
const maxCached = 500
const longestQuestion = 64 * 1024

/**
 * Cached estimates, pending requests and slots of one tool client. `kept` and `asked` are keyed by capability, then by the request body as
 * JSON. Reloading the contract creates new capability objects, so old estimates are dropped. `restUntil`: end of the pause after a timeout.
 */
type Talk = {
  readonly kept: WeakMap<Capability, Map<string, number | null>>
  readonly asked: WeakMap<Capability, Map<string, Promise<number | null>>>
  readonly waiting: (() => void)[]
  atWork: number
  restUntil: number
}

export function createEstimator({ clock }: { readonly clock: Clock }): Estimator {
  const talks = new WeakMap<ToolClient, Talk>()

  function talkWith(tools: ToolClient): Talk {
    const talk = talks.get(tools) ?? { kept: new WeakMap(), asked: new WeakMap(), waiting: [], atWork: 0, restUntil: 0 }
    talks.set(tools, talk)
    return talk
  }

  /**
   * Returns the service's estimate in credits, from the cache if possible. Null if the service doesn't provide an estimate or doesn't
   * respond in time.
   */
  async function askedCredits({ tools, capability, values }: Question): Promise<number | null> {
    const body = estimateRequestBody(capability, values)
    const digest = JSON.stringify(body)
    const talk = talkWith(tools)
    const kept = answersOf(talk.kept, capability)
    const known = kept.get(digest)
    if (known !== undefined) return known
    if (digest.length > longestQuestion || clock.now() < talk.restUntil) return null

    const asked = answersOf(talk.asked, capability)
    const question = asked.get(digest) ?? ask().finally(() => asked.delete(digest))
    asked.set(digest, question)
    return question

    async function ask(): Promise<number | null> {
      const leave = await haveTurn(talk)
      if (leave === null) return null
      return withPatience(talk, put().finally(leave), leave)
    }

    /** Caches the response even if the caller has stopped waiting. */
    async function put(): Promise<number | null> {
      const outcome = await tools.estimateCredits({ capability: capability.id, body })
      if (!outcome.ok) return null
      talk.restUntil = 0
      if (kept.size >= maxCached) kept.delete([...kept.keys()][0] ?? '')
      kept.set(digest, outcome.value)
      return outcome.value
    }
  }

  /** Waits for one of `maxConcurrent` slots and returns the function that frees the slot. Null during the pause after a timeout. */
  async function haveTurn(talk: Talk): Promise<(() => void) | null> {
    const isResting = (): boolean => clock.now() < talk.restUntil
    while (talk.atWork >= maxConcurrent && !isResting()) await new Promise<void>((resolve) => talk.waiting.push(resolve))
    if (isResting()) return null
    talk.atWork += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      talk.atWork -= 1
      talk.waiting.shift()?.()
    }
  }

  function withPatience(talk: Talk, answer: Promise<number | null>, leave: () => void): Promise<number | null> {
    return new Promise((resolve) => {
      const stopTimer = clock.setTimer(timeoutInMs, () => {
        talk.restUntil = clock.now() + cooldownInMs
        resolve(null)
        // Wakes the callers that wait for a slot. Each call then returns null, because requests are paused.
        for (const next of talk.waiting.splice(0)) next()
        leave()
      })
      void answer.then((credits) => {
        stopTimer()
        resolve(credits)
      })
    })
  }

  return {
    estimate: async (question) => {
      const byRules = estimateCredits(question.capability, question.values)
      if (byRules.credits !== null) return { ...byRules, source: 'rules' }
      const credits = await askedCredits(question)
      return credits === null ? { credits, lines: [], source: 'none' } : { credits, lines: [], source: 'service' }
    },
    knownPrice: ({ tools, capability, values }) => {
      const { credits } = estimateCredits(capability, values)
      if (credits !== null) return { credits, source: 'rules' }
      const kept = talkWith(tools)
        .kept.get(capability)
        ?.get(JSON.stringify(estimateRequestBody(capability, values)))
      return kept === undefined || kept === null ? { credits: null, source: 'none' } : { credits: kept, source: 'service' }
    }
  }
}

function answersOf<Answer>(all: WeakMap<Capability, Map<string, Answer>>, capability: Capability): Map<string, Answer> {
  const answers = all.get(capability) ?? new Map<string, Answer>()
  all.set(capability, answers)
  return answers
}
