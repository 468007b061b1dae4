import type { Capability } from '../../shared/capability.ts'
import type { Price, SourcedEstimate } from '../../shared/pricing.ts'
import { estimateCredits } from '../../shared/pricing.ts'
import type { Values } from '../../shared/values.ts'
import type { Clock, ToolClient } from '../core/ports.ts'
import { valuesForEstimate } from './values-for-estimate.ts'

/** Prices before anything is sent: by the contract's rules, else as the service estimates them, else not known (behaviour section 5). */
export type Estimator = {
  /** Never rejects. Asks the service only where the rules do not know, and waits for it only so long. */
  readonly estimate: (question: Question) => Promise<SourcedEstimate>
  /** What is known without asking anybody. */
  readonly knownPrice: (question: Question) => Price
}

type Question = { readonly tools: ToolClient; readonly capability: Capability; readonly values: Values }

/** How long somebody waits for an estimate, in milliseconds. Not scaled: it is the service's time, not ours. */
const patienceInMs = 4_000
/** How long nobody is made to wait after that. The answer that was waited for is kept all the same when it comes. */
const restInMs = 30_000
const mostAtOnce = 4
const mostKept = 500
const longestQuestion = 64 * 1024

/** What one service was asked, and what it said. It goes with the connection, and the answers of a capability with its contract. */
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

  /** The service's own figure; null: it has none, or has not given it in time. */
  async function askedCredits({ tools, capability, values }: Question): Promise<number | null> {
    const body = valuesForEstimate(capability, values)
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

    /** Keeps the answer, also when nobody waits for it any more. */
    async function put(): Promise<number | null> {
      const answer = await tools.estimateCredits({ capability: capability.id, body })
      if (!answer.ok) return null
      talk.restUntil = 0
      if (kept.size >= mostKept) kept.delete([...kept.keys()][0] ?? '')
      kept.set(digest, answer.value)
      return answer.value
    }
  }

  /** Waits for one of the few places and gives the way to leave it; null: the service rests, nothing is asked. */
  async function haveTurn(talk: Talk): Promise<(() => void) | null> {
    const isResting = (): boolean => clock.now() < talk.restUntil
    while (talk.atWork >= mostAtOnce && !isResting()) await new Promise<void>((resolve) => talk.waiting.push(resolve))
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
      const stopTimer = clock.setTimer(patienceInMs, () => {
        talk.restUntil = clock.now() + restInMs
        resolve(null)
        // Whoever waits for a place finds the service resting, and goes.
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
      return credits === null ? { credits, lines: [], source: 'nobody' } : { credits, lines: [], source: 'service' }
    },
    knownPrice: ({ tools, capability, values }) => {
      const { credits } = estimateCredits(capability, values)
      if (credits !== null) return { credits, source: 'rules' }
      const kept = talkWith(tools)
        .kept.get(capability)
        ?.get(JSON.stringify(valuesForEstimate(capability, values)))
      return kept === undefined || kept === null ? { credits: null, source: 'nobody' } : { credits: kept, source: 'service' }
    }
  }
}

function answersOf<Answer>(all: WeakMap<Capability, Map<string, Answer>>, capability: Capability): Map<string, Answer> {
  const answers = all.get(capability) ?? new Map<string, Answer>()
  all.set(capability, answers)
  return answers
}
