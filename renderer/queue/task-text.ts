import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { fieldsOf } from '../../shared/form/fields.ts'
import type { TaskCredits, TransferProgress, Task } from '../../shared/task/task.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { failureReasonText } from '../tasks/failure-reason-text.ts'
import { taskNames } from '../tasks/task-names.ts'
import {
  formatBytes,
  formatTime,
  formatCredits,
  joinDayAndTime,
  formatDay,
  formatDuration,
  formatDurationWithUnits,
  isSameDay
} from '../ui/format.ts'
import { formatMediaCount } from '../../shared/phrases/format-media-count.ts'

/**
 * Returns a row's second line, such as "Image generator 3.0 · 4 images". Downloading tasks and tasks with a problem have a message
 * instead of the media.
 */
export function taskDetailText(task: Task, capability: Capability | null): string {
  const name = taskNames(task, capability).detail
  switch (task.phase) {
    case 'unconfirmed':
      return `${name} · ${task.failure === null || task.failure.httpStatus === null ? say('sent, no response') : say('sent, may not have been accepted')}`
    case 'failed':
      return task.failure?.serviceMessage ? `${name} · “${task.failure.serviceMessage}”` : name
    case 'refused':
      return task.failure === null ? name : `${name} · ${failureReasonText(task.failure)}`
    case 'support':
      return task.failure === null ? name : `${name} · ${failureText(task.failure).message}`
    case 'collecting':
      return `${name} · ${task.failure === null ? say('downloading result') : failureText(task.failure).message}`
    default: {
      // A finished task has a note if files are incomplete, or fewer than requested.
      const note = task.phase === 'done' && task.failure !== null ? [failureText(task.failure).message] : inputText(task, capability)
      return [name, ...note].filter(Boolean).join(' · ')
    }
  }
}

function inputText(task: Task, capability: Capability | null): readonly string[] {
  if (capability === null) return []
  const fields = fieldsOf(capability, task.values)
  const countField = fields.find((field) => field.kind === 'count')
  const count = countField && Number(task.values[countField.name] ?? countField.default ?? 1)
  const references = fields.reduce((sum, field) => {
    const value = field.kind === 'media' && field.isMany ? task.values[field.name] : undefined
    return sum + (Array.isArray(value) ? value.length : 0)
  }, 0)
  return [
    ...(count === undefined || !Number.isFinite(count) ? [] : [formatMediaCount(count, capability.output)]),
    ...(references === 0 ? [] : [say('{count, plural, one {# reference} other {# references}}', { count: references })])
  ]
}

/** Text of the time column: an upper line, and a dimmed lower line or null. */
export type TaskTimeText = { readonly upper: string; readonly lower: string | null }

/** Returns the text of a task's time column. `isOnline` is false if the service is unreachable. `now` is in milliseconds since 1970. */
export function taskTimeText(task: Task, expected: ExpectedDuration | null, isOnline: boolean, now: number): TaskTimeText {
  switch (task.phase) {
    case 'queued':
      return only(
        isOnline
          ? isLater(task, now)
            ? say('starts in {time}', { time: formatDurationWithUnits(task.nextAt - now) })
            : say('waiting in the queue')
          : say('waiting for the network')
      )
    case 'held':
      return only(task.question === null ? heldText(task.hold) : say('not sent yet'))
    case 'uploading':
      if (task.progress === null && !isOnline) return only(say('waiting for the network'))
      if (isLater(task, now)) return only(againText(task, now))
      return task.progress === null ? only(say('uploading files')) : transferText(task.progress)
    case 'submitting':
      return only(isLater(task, now) ? againText(task, now) : say('sending now'))
    case 'selecting':
      return only(say('sending now'))
    case 'unconfirmed':
      return isOnline ? { upper: say('checking recent tasks'), lower: nextLookText(task, now) } : only(say('waiting for the network'))
    case 'running':
      return runningText(task, expected, now)
    case 'collecting':
      if (task.failure !== null && task.nextAt !== null && task.nextAt > now)
        return only(say('retry in {time}', { time: formatDurationWithUnits(task.nextAt - now) }))
      return { upper: elapsedText(task, now), lower: task.progress === null ? null : leftText(task.progress) }
    case 'needs_input':
      return only(say('waiting since {time}', { time: formatTime(task.acceptedAt ?? task.createdAt) }))
    case 'support':
      return only(say('since {time}', { time: shortDateTimeText(task.failure?.at ?? task.createdAt, now) }))
    case 'done':
      return doneText(task, now)
    case 'failed':
      return { upper: shortDateTimeText(task.finishedAt ?? task.createdAt, now), lower: refundText(task.credits) }
    case 'refused':
      return { upper: shortDateTimeText(task.finishedAt ?? task.createdAt, now), lower: say('nothing was charged') }
    case 'cancelled':
      return only(shortDateTimeText(task.finishedAt ?? task.createdAt, now))
    default:
      return assertNever(task.phase)
  }
}

/**
 * Returns when a task on hold resumes. Most tasks resume automatically, because Kiln checks the account every minute. Only the user can
 * connect an account, or confirm the account of a new key.
 */
function heldText(hold: Task['hold']): string {
  if (hold === 'account-changed') return say('waiting for confirmation')
  return hold === 'no-connection' ? say('account not connected') : say('resumes automatically')
}

/** Returns `label`, followed by the transferred bytes: "Saving, 41 of 96 MB". Without `progress`, returns only `label`. */
export function labelWithProgress(label: string, progress: TransferProgress | null): string {
  if (progress === null) return label
  if (progress.totalBytes === null) return joinPhrases(label, formatBytes(progress.doneBytes))
  return joinPhrases(label, partText(progress.doneBytes, progress.totalBytes))
}

/** Text of the credits column. `isSure` is false for an estimate or an unsettled amount. These are dimmed. */
export type TaskCreditsText = { readonly label: string; readonly isSure: boolean }

/**
 * Returns the credits to show for a task. A pending amount is labelled "pending" if the task is unconfirmed, failed or needs support. If a
 * pending amount is unknown, only "pending" is shown. In all other cases, a pending amount is only dimmed.
 */
export function taskCreditsText({ credits, phase }: Pick<Task, 'credits' | 'phase'>): TaskCreditsText {
  const { state, consumed, required, estimated } = credits
  const figure = (known: number | null, unknown: string): string => (known === null ? unknown : formatCredits(known))
  switch (state) {
    case 'not-sent':
      return { label: figure(estimated, say('price known when done')), isSure: false }
    case 'pending': {
      const known = consumed ?? required ?? estimated
      const isSettling = phase === 'unconfirmed' || phase === 'support' || phase === 'failed'
      return {
        label:
          known === null ? say('pending') : isSettling ? say('{credits} pending', { credits: formatCredits(known) }) : formatCredits(known),
        isSure: false
      }
    }
    case 'charged':
      return { label: figure(consumed ?? required, say('amount unknown')), isSure: true }
    case 'deferred':
      return { label: figure(required ?? estimated, say('charged later')), isSure: false }
    case 'not-charged':
    case 'refunded':
      return { label: formatCredits(0), isSure: true }
    case 'refund-expected':
      return { label: figure(consumed ?? required ?? estimated, say('amount unknown')), isSure: false }
    default:
      return assertNever(state)
  }
}

/** Returns the credits as a sentence. In screen readers and tooltips, a bare number would be unclear. */
export function creditSentence({ state, consumed, required, estimated }: TaskCredits): string {
  const said = (known: number | null): string => (known === null ? say('unknown number of credits') : formatCredits(known))
  switch (state) {
    case 'not-sent':
      return estimated === null ? say('Price known when done') : say('Estimate: {credits}', { credits: formatCredits(estimated) })
    case 'pending':
      return say('Pending: {said}', { said: said(consumed ?? required ?? estimated) })
    case 'charged':
      return say('Charged: {said}', { said: said(consumed ?? required) })
    case 'deferred':
      return say('Not charged yet: {said}', { said: said(required ?? estimated) })
    case 'not-charged':
      return say('Nothing was charged')
    case 'refunded':
      return say('Refunded: {said}', { said: said(required ?? estimated) })
    case 'refund-expected':
      return say('Refund expected: {said}', { said: said(consumed ?? required ?? estimated) })
    default:
      return assertNever(state)
  }
}

/** Returns "14:06" if `at` is on the day of `now`, else "19 Nov, 14:06". Both are in milliseconds since 1970. */
export function shortDateTimeText(at: number, now: number): string {
  return isSameDay(at, now) ? formatTime(at) : joinDayAndTime(formatDay(at, now), formatTime(at))
}

/** Returns the time since the service accepted the task, else since the task was sent. Empty if it wasn't sent. */
function elapsedText(task: Task, now: number): string {
  const since = startOf(task)
  if (since === null) return ''
  return isElapsedKnown(since, now) ? formatDuration(now - since) : say('since {time}', { time: shortDateTimeText(since, now) })
}

/** Returns the time of a running task. The word "elapsed" distinguishes this time from the length of a result. */
function runningText(task: Task, expected: ExpectedDuration | null, now: number): TaskTimeText {
  const since = startOf(task)
  const lower = since !== null && isElapsedKnown(since, now) ? say('elapsed') : null
  return { upper: elapsedText(task, now), lower: expected === null ? lower : usualText(expected) }
}

function startOf({ acceptedAt, submittedAt }: Task): number | null {
  return acceptedAt ?? submittedAt
}

/** False if the start is in the future, because the clock was set back. */
function isElapsedKnown(since: number, now: number): boolean {
  return since <= now + maxClockSkewInMs
}

const maxClockSkewInMs = 60_000

function usualText({ p50InMs, p90InMs }: ExpectedDuration): string {
  const [from, to] = [formatDurationWithUnits(p50InMs), formatDurationWithUnits(p90InMs)]
  return from === to ? say('usually {from}', { from }) : say('usually {from} to {to}', { from, to })
}

/** Returns the time column of a finished task: one line if the task finished today, else two. */
function doneText({ acceptedAt, finishedAt, createdAt }: Task, now: number): TaskTimeText {
  const at = finishedAt ?? createdAt
  const took =
    acceptedAt === null || finishedAt === null ? null : say('took {time}', { time: formatDurationWithUnits(finishedAt - acceptedAt) })
  if (!isSameDay(at, now)) return { upper: shortDateTimeText(at, now), lower: took }
  return only(joinPhrases(shortDateTimeText(at, now), took))
}

function refundText(credits: TaskCredits): string | null {
  switch (credits.state) {
    case 'refunded':
      return say('credits refunded')
    case 'refund-expected':
      return say('refund expected')
    case 'not-charged':
    case 'not-sent':
      return say('nothing was charged')
    case 'pending':
      return say('credits pending')
    case 'charged':
    case 'deferred':
      return null
    default:
      return assertNever(credits.state)
  }
}

function nextLookText(task: Task, now: number): string | null {
  return isLater(task, now) ? say('next check in {time}', { time: formatDurationWithUnits(task.nextAt - now) }) : null
}

function againText(task: Task & { readonly nextAt: number }, now: number): string {
  return say('retry in {time}', { time: formatDurationWithUnits(task.nextAt - now) })
}

function isLater(task: Task, now: number): task is Task & { readonly nextAt: number } {
  return task.nextAt !== null && task.nextAt > now
}

function transferText(progress: TransferProgress): TaskTimeText {
  return {
    upper: progress.bytesPerSecond === null ? say('uploading files') : say('{size}/s', { size: formatBytes(progress.bytesPerSecond) }),
    lower: timeLeftText(progress)
  }
}

function leftText(progress: TransferProgress): string | null {
  const speed = progress.bytesPerSecond === null ? null : say('{size}/s', { size: formatBytes(progress.bytesPerSecond) })
  return joinPhrases(speed, timeLeftText(progress)) || null
}

function timeLeftText({ doneBytes, totalBytes, bytesPerSecond }: TransferProgress): string | null {
  if (totalBytes === null || bytesPerSecond === null || bytesPerSecond <= 0) return null
  return say('{time} left', { time: formatDurationWithUnits(((totalBytes - doneBytes) / bytesPerSecond) * 1000) })
}

/** Returns text such as "41 of 96 MB". The unit appears only once if both sizes have the same unit. */
function partText(done: number, total: number): string {
  const [part, whole] = [formatBytes(done), formatBytes(total)]
  const [figure, unit] = part.split(' ')
  return unit !== undefined && whole.endsWith(` ${unit}`)
    ? say('{part} of {whole}', { part: figure ?? part, whole })
    : say('{part} of {whole}', { part, whole })
}

function only(upper: string): TaskTimeText {
  return { upper, lower: null }
}
