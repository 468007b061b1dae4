import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/capability.ts'
import { fieldsOf } from '../../shared/fields.ts'
import type { Credits, Progress, Task } from '../../shared/task.ts'
import { phrases } from '../../shared/words/join.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { byteWords, clockWords, countWords, creditWords, dayAndTime, dayWords, durationWords, isSameDay } from '../ui/figures.ts'
import { countedMedia } from '../../shared/counted-media.ts'

/** The second line of a row: "Image generator 3.0 · 4 pictures · 2 references", or what stands in the way. */
export function detailWords(task: Task, capability: Capability | null): string {
  const name = capability?.title ?? task.capability
  switch (task.phase) {
    case 'unconfirmed':
      return `${name} · ${task.failure === null || task.failure.httpStatus === null ? say('sent, no answer came back') : say('sent, not known whether it was taken')}`
    case 'failed':
      return task.failure?.serviceMessage ? `${name} · “${task.failure.serviceMessage}”` : name
    case 'refused':
    case 'support':
      return task.failure === null ? name : `${name} · ${sayAgain(task.failure.message)}`
    case 'collecting':
      return `${name} · ${task.failure === null ? say('the result is on its way') : sayAgain(task.failure.message)}`
    default: {
      // A finished task has a note where its files are fewer than were asked for, or incomplete.
      const note = task.phase === 'done' && task.failure !== null ? [sayAgain(task.failure.message)] : inputWords(task, capability)
      return [name, ...note].join(' · ')
    }
  }
}

function inputWords(task: Task, capability: Capability | null): readonly string[] {
  if (capability === null) return []
  const fields = fieldsOf(capability, task.values)
  const countField = fields.find((field) => field.kind === 'count')
  const count = countField && Number(task.values[countField.name] ?? countField.default ?? 1)
  const references = fields.reduce((sum, field) => {
    const value = field.kind === 'media' && field.isMany ? task.values[field.name] : undefined
    return sum + (Array.isArray(value) ? value.length : 0)
  }, 0)
  return [
    ...(count === undefined || !Number.isFinite(count) ? [] : [countedMedia(count, capability.output)]),
    ...(references === 0 ? [] : [say('{count, plural, one {# reference} other {# references}}', { count: references })])
  ]
}

/** The time column: the upper line, and a weaker lower one. */
export type TimeWords = { readonly upper: string; readonly lower: string | null }

/** `isOnline` false: what is waiting waits for the network. Times in milliseconds since 1970. */
export function timeWords(task: Task, expected: ExpectedTime | null, isOnline: boolean, now: number): TimeWords {
  switch (task.phase) {
    case 'queued':
      return only(
        isOnline
          ? isLater(task, now)
            ? say('starts in {time}', { time: durationWords(task.nextAt - now) })
            : say('waits for its turn')
          : say('waits for the network')
      )
    case 'held':
      return only(task.question === null ? say('goes on by itself') : say('nothing is sent yet'))
    case 'uploading':
      if (task.progress === null && !isOnline) return only(say('waits for the network'))
      if (isLater(task, now)) return only(againWords(task, now))
      return task.progress === null ? only(say('sending its files')) : transferWords(task.progress)
    case 'submitting':
      return only(isLater(task, now) ? againWords(task, now) : say('on its way'))
    case 'selecting':
      return only(say('on its way'))
    case 'unconfirmed':
      return isOnline ? { upper: say('looking in recent tasks'), lower: nextLookWords(task, now) } : only(say('waits for the network'))
    case 'running':
      return { upper: elapsedWords(task, now), lower: expected === null ? null : usualWords(expected) }
    case 'collecting':
      if (task.failure !== null && task.nextAt !== null && task.nextAt > now)
        return only(say('tried again in {time}', { time: durationWords(task.nextAt - now) }))
      return { upper: elapsedWords(task, now), lower: task.progress === null ? null : leftWords(task.progress) }
    case 'needs_input':
      return only(say('waiting since {time}', { time: clockWords(task.acceptedAt ?? task.createdAt) }))
    case 'support':
      return only(say('since {time}', { time: momentWords(task.failure?.at ?? task.createdAt, now) }))
    case 'done':
      return doneWords(task, now)
    case 'failed':
      return { upper: momentWords(task.finishedAt ?? task.createdAt, now), lower: refundWords(task.credits) }
    case 'refused':
      return { upper: momentWords(task.finishedAt ?? task.createdAt, now), lower: say('nothing was spent') }
    case 'cancelled':
      return only(momentWords(task.finishedAt ?? task.createdAt, now))
    default:
      return assertNever(task.phase)
  }
}

/** The state word of a row, with its bytes where some are on their way: "Saving, 41 of 96 MB". */
export function progressWords(words: string, progress: Progress | null): string {
  if (progress === null) return words
  if (progress.totalBytes === null) return phrases(words, byteWords(progress.doneBytes))
  return phrases(words, partWords(progress.doneBytes, progress.totalBytes))
}

/** The credits column. `isSure` false: an estimate, or not settled yet; drawn weaker. */
export type CreditFigure = { readonly words: string; readonly isSure: boolean }

/** "pending" is said where nothing more is to be expected by itself; while a task runs its figure is merely weaker. */
export function creditFigure({ credits, phase }: Pick<Task, 'credits' | 'phase'>): CreditFigure {
  const { state, consumed, required, estimated } = credits
  const figure = (known: number | null, unknown: string): string => (known === null ? unknown : countWords(known))
  switch (state) {
    case 'not-sent':
      return { words: figure(estimated, say('later')), isSure: false }
    case 'pending': {
      const known = consumed ?? required ?? estimated
      const isSettling = phase === 'unconfirmed' || phase === 'support' || phase === 'failed'
      return {
        words: known === null ? say('pending') : isSettling ? say('{known, number} pending', { known }) : countWords(known),
        isSure: false
      }
    }
    case 'charged':
      return { words: figure(consumed ?? required, say('not told')), isSure: true }
    case 'deferred':
      return { words: figure(required ?? estimated, say('later')), isSure: false }
    case 'not-charged':
      return { words: '0', isSure: true }
    case 'refunded':
      return { words: '0', isSure: true }
    case 'refund-expected':
      return { words: figure(consumed ?? required ?? estimated, say('not told')), isSure: false }
    default:
      return assertNever(state)
  }
}

/** The same for ears and tooltips, where a bare figure says too little. */
export function creditSentence({ state, consumed, required, estimated }: Credits): string {
  const said = (known: number | null): string => (known === null ? say('credits, figure not told') : creditWords(known))
  switch (state) {
    case 'not-sent':
      return estimated === null ? say('Price not known before it has run') : say('Estimate: {credits}', { credits: creditWords(estimated) })
    case 'pending':
      return say('Not settled yet: {said}', { said: said(consumed ?? required ?? estimated) })
    case 'charged':
      return say('Charged: {said}', { said: said(consumed ?? required) })
    case 'deferred':
      return say('Charged later: {said}', { said: said(required ?? estimated) })
    case 'not-charged':
      return say('Nothing was charged')
    case 'refunded':
      return say('Given back: {said}', { said: said(required ?? estimated) })
    case 'refund-expected':
      return say('Refund expected: {said}', { said: said(consumed ?? required ?? estimated) })
    default:
      return assertNever(state)
  }
}

/** "14:06" today, "19 Nov, 14:06" before. */
export function momentWords(at: number, now: number): string {
  return isSameDay(at, now) ? clockWords(at) : dayAndTime(dayWords(at, now), clockWords(at))
}

/** How long the service has had it; its clock runs from the moment it was taken. */
function elapsedWords(task: Task, now: number): string {
  const since = task.acceptedAt ?? task.submittedAt
  if (since === null) return ''
  // A clock that was set back has no figure for it.
  return since > now + mostClockSkewInMs ? say('since {time}', { time: momentWords(since, now) }) : durationWords(now - since)
}

const mostClockSkewInMs = 60_000

function usualWords({ p50InMs, p90InMs }: ExpectedTime): string {
  const [from, to] = [durationWords(p50InMs), durationWords(p90InMs)]
  return from === to ? say('mostly {from}', { from }) : say('mostly {from} to {to}', { from, to })
}

/** On one line today; a day before it needs the second. */
function doneWords({ acceptedAt, finishedAt, createdAt }: Task, now: number): TimeWords {
  const at = finishedAt ?? createdAt
  const took = acceptedAt === null || finishedAt === null ? null : say('took {time}', { time: durationWords(finishedAt - acceptedAt) })
  if (!isSameDay(at, now)) return { upper: momentWords(at, now), lower: took }
  return only(phrases(momentWords(at, now), took))
}

function refundWords(credits: Credits): string | null {
  switch (credits.state) {
    case 'refunded':
      return say('credits given back')
    case 'refund-expected':
      return say('refund expected')
    case 'not-charged':
    case 'not-sent':
      return say('nothing was spent')
    case 'pending':
      return say('credits not settled yet')
    case 'charged':
    case 'deferred':
      return null
    default:
      return assertNever(credits.state)
  }
}

function nextLookWords(task: Task, now: number): string | null {
  return isLater(task, now) ? say('next look in {time}', { time: durationWords(task.nextAt - now) }) : null
}

function againWords(task: Task & { readonly nextAt: number }, now: number): string {
  return say('again in {time}', { time: durationWords(task.nextAt - now) })
}

function isLater(task: Task, now: number): task is Task & { readonly nextAt: number } {
  return task.nextAt !== null && task.nextAt > now
}

function transferWords(progress: Progress): TimeWords {
  return {
    upper: progress.bytesPerSecond === null ? say('sending its files') : say('{size}/s', { size: byteWords(progress.bytesPerSecond) }),
    lower: timeLeftWords(progress)
  }
}

function leftWords(progress: Progress): string | null {
  const speed = progress.bytesPerSecond === null ? null : `${byteWords(progress.bytesPerSecond)}/s`
  return phrases(speed, timeLeftWords(progress)) || null
}

function timeLeftWords({ doneBytes, totalBytes, bytesPerSecond }: Progress): string | null {
  if (totalBytes === null || bytesPerSecond === null || bytesPerSecond <= 0) return null
  return say('{time} left', { time: durationWords(((totalBytes - doneBytes) / bytesPerSecond) * 1000) })
}

/** "41 of 96 MB": the unit once, when both are in the same one. */
function partWords(done: number, total: number): string {
  const [part, whole] = [byteWords(done), byteWords(total)]
  const [figure, unit] = part.split(' ')
  return unit !== undefined && whole.endsWith(` ${unit}`)
    ? say('{part} of {whole}', { part: figure ?? part, whole })
    : say('{part} of {whole}', { part, whole })
}

function only(upper: string): TimeWords {
  return { upper, lower: null }
}
