import type { Capability } from '../../shared/form/capability.ts'
import type { AccountState } from '../../shared/app/connection.ts'
import { exceedsDailyLimit } from '../../shared/task/daily-limit.ts'
import type { SourcedEstimate } from '../../shared/form/pricing.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatCredits } from '../ui/format.ts'

/** The form's current estimate. `isAsking` is true while a price from main is pending. */
export type FormEstimate = SourcedEstimate & { readonly isAsking: boolean }

/** Returns the price text for the send button. An estimate from the service is marked as approximate. */
export function buttonPriceText({ pricing }: Capability, estimate: FormEstimate, isFilledIn: boolean): string {
  if (estimate.credits !== null)
    return estimate.source === 'service'
      ? say('about {credits}', { credits: formatCredits(estimate.credits) })
      : formatCredits(estimate.credits)
  if (estimate.isAsking) return say('checking price…')
  return pricing.kind !== 'unknown' && !isFilledIn ? say('price varies') : say('price known when done')
}

/** Returns a note that the service estimated the price. Null if the contract's rules give the price, or if the price is unknown. */
export function priceNote(estimate: FormEstimate): string | null {
  if (estimate.credits === null || estimate.source !== 'service') return null
  return say('The service estimated this price. The final charge may differ.')
}

/** `committed` is the credits charged today or pending, which count towards the limit. `limit` is null if there is no limit. */
export type DailyLimitUsage = { readonly committed: number; readonly limit: number | null }

/**
 * Returns the text below the send button. If sending would wait, the text says why. Otherwise it shows today's credits, because the API
 * doesn't report a balance. `estimate` is null if the form can't be sent yet.
 */
export function sendButtonCaption(account: AccountState | null, estimate: FormEstimate | null, day: DailyLimitUsage): string {
  if (account === null) return ''
  const waiting = sendDelayText(account)
  if (waiting !== null) return waiting
  if (account.connection?.isPractice) return say('Practice service: credits are simulated and cost nothing.')
  const { committed, limit } = day
  if (limit !== null && (estimate === null || exceedsDailyLimit(estimate.credits, committed, limit)))
    return say('{committed, number} of {limit} used today', { committed, limit: formatCredits(limit) })
  if (estimate === null || estimate.credits === null)
    return say('{credits} charged today', { credits: formatCredits(account.creditsToday) })
  return afterText(committed + estimate.credits, limit, estimate.source === 'service')
}

/** Returns why a task that is sent now would wait, such as for a connection. Null if the task would be sent immediately. */
export function sendDelayText({ connection, isOnline, hold }: AccountState): string | null {
  if (connection === null) return say('Will be sent when an account is connected')
  if (!isOnline) return say('Will be sent when you’re back online')
  return hold === null ? null : say('Will be sent when the account problem is fixed')
}

function afterText(credits: number, limit: number | null, isAbout: boolean): string {
  const sum = limit === null ? formatCredits(credits) : say('{credits, number} of {limit}', { credits, limit: formatCredits(limit) })
  return isAbout ? say('About {sum} today, including this task', { sum }) : say('{sum} today, including this task', { sum })
}
