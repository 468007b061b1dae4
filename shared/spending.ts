import type { Phase } from './task.ts'

/** The user's spending rules. Credits are per day of the local calendar. Null if there is no such rule. */
export type SpendingSettings = {
  readonly dailyLimit: number | null
  /** Kiln asks before a single task that costs more than this or has an unknown price. */
  readonly confirmAbove: number | null
  /** True if Kiln asks before the same task is sent twice within a short time. */
  readonly asksBeforeTwins: boolean
}

/** Why a task isn't sent immediately. */
export type SpendingGuard =
  /** The same task was sent a moment ago, or is still running. */
  | { readonly kind: 'twin'; readonly id: string; readonly title: string; readonly askedAt: number; readonly phase: Phase }
  /** `credits` is null if the price is unknown until the task has run. */
  | { readonly kind: 'confirm-above'; readonly credits: number | null; readonly above: number }
  /** `committed`: credits spent or committed today. The user can only raise the limit. */
  | { readonly kind: 'limit'; readonly committed: number; readonly limit: number; readonly credits: number | null }

/** Questions that the user can accept. A limit isn't one of them. */
export type SpendingConsent = 'twin' | 'confirm-above'

/**
 * The question to the user before a task is sent. The task had to wait for the network, an account or its turn. Nothing is sent or charged
 * until the user responds. Credits are null if unknown. Stored. Don't rename.
 */
export type SendingQuestion =
  /** The task costs more than when it was created, or its price is no longer known. */
  | { readonly kind: 'price'; readonly before: number; readonly now: number | null }
  /** The task would exceed the daily limit of the day on which it is sent. `committed`: credits sent today and not refunded. */
  | { readonly kind: 'limit'; readonly committed: number; readonly limit: number; readonly credits: number | null }
  /** The journal was restored or copied. Another copy of Kiln may already have sent the task. */
  | { readonly kind: 'copy' }

/** Kinds of question that the user can confirm. Only a higher limit answers the question about the limit. */
export const confirmableQuestions = ['price', 'copy'] as const satisfies readonly SendingQuestion['kind'][]
export type ConfirmableQuestion = (typeof confirmableQuestions)[number]

/** Thrown instead of sending a task. Nothing was recorded or charged. */
export class SpendingQuestion extends Error {
  override readonly name = 'SpendingQuestion'
  readonly guards: readonly SpendingGuard[]
  constructor(guards: readonly SpendingGuard[]) {
    super(`Confirmation required before sending: ${guards.map(({ kind }) => kind).join(', ')}.`)
    this.guards = guards
  }
}
