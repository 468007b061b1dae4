import type { Phase } from './task.ts'

/** The user's spending settings, in credits. `dailyLimit` applies to a day of the local calendar. Null if there is no limit. */
export type SpendingSettings = {
  readonly dailyLimit: number | null
  /** Kiln asks before it sends a single task with a higher or unknown price. Null to never ask. */
  readonly confirmAbove: number | null
  /** True if Kiln asks before the same task is sent twice within a short time. */
  readonly asksBeforeTwins: boolean
}

/** Why a task isn't sent immediately. */
export type SpendingGuard =
  /** The same task was sent a moment ago, or is still running. */
  | { readonly kind: 'twin'; readonly id: string; readonly title: string; readonly askedAt: number; readonly phase: Phase }
  /** The task costs more than `above`. `credits` is null if the price is unknown until the task has run. */
  | { readonly kind: 'confirm-above'; readonly credits: number | null; readonly above: number }
  /**
   * The task would exceed the daily limit. `committed`: credits charged or committed today. The user can't accept this, but can raise the
   * limit.
   */
  | { readonly kind: 'limit'; readonly committed: number; readonly limit: number; readonly credits: number | null }

/** Kinds of `SpendingGuard` that the user can accept. The daily limit isn't one of them. */
export type SpendingConsent = 'twin' | 'confirm-above'

/**
 * The question for the user before a waiting task is sent. Kiln asks if something has changed since the task was created. Nothing is sent
 * or charged until the user responds. Credits are null if unknown. Stored. Don't rename.
 */
export type SendConfirmation =
  /** The task costs more than when it was created, or its price is no longer known. */
  | { readonly kind: 'price'; readonly before: number; readonly now: number | null }
  /** The task would exceed the current day's limit. `committed`: credits charged or committed today. */
  | { readonly kind: 'limit'; readonly committed: number; readonly limit: number; readonly credits: number | null }
  /** The journal was restored or copied. Another copy of Kiln may already have sent the task. */
  | { readonly kind: 'copy' }

/** Kinds of question that the user can confirm. The question about the daily limit can't be confirmed. */
export const confirmableQuestionKinds = ['price', 'copy'] as const satisfies readonly SendConfirmation['kind'][]
export type ConfirmableQuestionKind = (typeof confirmableQuestionKinds)[number]

/** Thrown if the user must answer a question before a task is sent. Nothing was recorded or charged. */
export class SpendingConfirmationError extends Error {
  override readonly name = 'SpendingConfirmationError'
  readonly guards: readonly SpendingGuard[]
  constructor(guards: readonly SpendingGuard[]) {
    super(`Confirmation required before sending: ${guards.map(({ kind }) => kind).join(', ')}.`)
    this.guards = guards
  }
}
