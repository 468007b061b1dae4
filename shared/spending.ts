import type { Phase } from './task.ts'

/** What a person set to keep their credits. Credits per day of the local calendar; null: no such rule. */
export type SpendingRules = {
  readonly dailyLimit: number | null
  /** A single order of more than this, or one whose price nobody knows, is asked about first. */
  readonly confirmAbove: number | null
  /** The same thing asked for twice within a moment is asked about first. */
  readonly asksBeforeTwins: boolean
}

/** Why an order is not sent just like that. */
export type SpendingGuard =
  /** The same was asked for a moment ago, or is still being made. */
  | { readonly kind: 'twin'; readonly id: string; readonly title: string; readonly askedAt: number; readonly phase: Phase }
  /** `credits` null: the price is not known before it has run. */
  | { readonly kind: 'confirm-above'; readonly credits: number | null; readonly above: number }
  /** `committed`: spent or bound today. A person can raise the limit, and nothing else helps. */
  | { readonly kind: 'limit'; readonly committed: number; readonly limit: number; readonly credits: number | null }

/** The questions that a person may answer with yes; a limit is none. */
export type SpendingConsent = 'twin' | 'confirm-above'

/**
 * What is asked before a task is sent that had to wait: for the network, an account, its turn. Until it is answered nothing is sent and
 * nothing is spent. Credits; null: not known. Stored; do not rename.
 */
export type SendingQuestion =
  /** It costs more than when it was asked for, or nobody can tell any more. */
  | { readonly kind: 'price'; readonly before: number; readonly now: number | null }
  /** It would pass the limit of the day that it would be sent on. `committed`: sent today, and not given back. */
  | { readonly kind: 'limit'; readonly committed: number; readonly limit: number; readonly credits: number | null }
  /** The journal was restored or copied, and nothing proves that another copy of Kiln has not sent it. */
  | { readonly kind: 'copy' }

/** Thrown instead of sending: nothing was written down and nothing was spent. */
export class SpendingQuestion extends Error {
  override readonly name = 'SpendingQuestion'
  readonly guards: readonly SpendingGuard[]
  constructor(guards: readonly SpendingGuard[]) {
    super(`Asks before it spends: ${guards.map(({ kind }) => kind).join(', ')}.`)
    this.guards = guards
  }
}
