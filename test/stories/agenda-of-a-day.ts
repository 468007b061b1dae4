import { expect } from 'vitest'
import type { ContractMove } from '../../electron/practice/moving-contract.ts'
import type { FaultWish } from '../../electron/practice/faults.ts'
import { answerFaces, askForBatch } from '../chaos/person.ts'
import { pickFrom } from '../crash/random-from.ts'
import { standard, third } from './open-story.ts'
import type { Day } from './open-day.ts'

const minute = 60_000
const hour = 60 * minute

/** Something that the person does, or that happens to them. `at`: hours since the morning. */
export type AgendaItem = { readonly at: number; readonly run: () => unknown }

/** When the person is at work, in hours since the morning. Between them the lid is closed. */
export const shifts = [
  [0, 4],
  [5, 14.75],
  [23, 24]
] as const

/** Ten seconds before the lid is closed. */
const closings = [shifts[0][1] - 10 / 3_600, shifts[1][1] - 10 / 3_600]

/** Tasks that are asked for beside the wishes. */
export const extraTasks = 3

const moves: readonly ContractMove[] = [
  { kind: 'add-capability', like: standard, id: 'clay-generator', title: 'Clay generator' },
  { kind: 'remove-capability', id: 'logo-maker' },
  { kind: 'set-field', capability: standard, field: 'mood', schema: { type: 'string', title: 'Mood' } }
]
export const sentencesOfTheMoves = [
  '1 new capability: Clay generator.',
  'No longer offered: Logo maker.',
  'Image generator has a new field: “Mood”.'
]

/** What goes wrong on any day, and none of it a lie: what is told as not made was not made. */
const mishaps: readonly FaultWish[] = [
  { on: 'submit', do: { kind: 'lose-answer', workIsDone: true } },
  { on: 'submit', do: { kind: 'lose-answer', workIsDone: false } },
  { on: 'submit', do: { kind: 'half-json' } },
  { on: 'submit', do: { kind: 'error', httpStatus: 504, errorType: 'UPSTREAM_TIMEOUT', workIsDone: true } },
  { on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 8 } },
  { on: 'query', times: 3, do: { kind: 'error', httpStatus: 500, errorType: 'TASK_SERVICE_UNAVAILABLE' } },
  { on: 'query', times: 2, do: { kind: 'no-result' } },
  { on: 'query', do: { kind: 'expired-result' } },
  { on: 'query', do: { kind: 'flat-answer' } },
  { on: 'query', do: { kind: 'html' } },
  { on: 'upload', do: { kind: 'error', httpStatus: 503, errorType: 'STORAGE_SERVICE_UNAVAILABLE' } },
  { on: 'transfer', do: { kind: 'break-request', afterBytes: 500 } },
  { on: 'download', do: { kind: 'tear-answer' } },
  { on: 'recent', do: { kind: 'lose-answer' } },
  { on: 'mcp-tool', tool: 'select_faces', do: { kind: 'lose-answer', workIsDone: true } },
  { on: 'mcp-tool', tool: 'select_faces', do: { kind: 'lose-answer', workIsDone: false } }
]

/**
 * From a little before something stands in the way until it is mended nothing else goes wrong: an answer that is lost just then can only
 * be told by support, since the files of the task expire at the service meanwhile.
 */
const calmHours = [
  [2.9, 3.65],
  [3.9, 5],
  [7.9, 8.1],
  [9.9, 10.45],
  [10.9, 11.55],
  [14.65, 24]
] as const

export function agendaOf(day: Day, random: () => number): readonly AgendaItem[] {
  const { practice, wire } = day
  const { jobs, batches } = day.wishes
  const strike = createMishap(day)
  return [
    ...jobs.map(({ capability, values }, place) => ({
      // Something is always on its way when the lid is closed, and the next day begins with a few.
      at: closings[place] ?? (place < 10 ? 23 + place / 40 : momentOfWork(random)),
      run: () => day.studio.submit({ capability, values })
    })),
    ...batches.map((batch, place) => ({ at: [1, 3.3, 6, 11.2][place] ?? 9, run: () => askForBatch(day.studio, batch) })),
    ...everyMinutes(7).map((at) => ({ at, run: () => answerFaces(day.studio, random) })),
    ...everyMinutes(8).map((at) => ({ at, run: () => strike(isCalm(at) ? null : pickFrom(random, mishaps)) })),
    ...[0.4, 1.2, 2.1, 5.3, 6.2, 7.4].map((at, place) => ({
      at,
      run: () => practice.faults.add(failing(place % 2 === 0 ? standard : third, [0, 40 * minute, 2 * hour][place % 3] ?? 0))
    })),
    { at: 2.2, run: () => strike({ on: 'submit', do: { kind: 'error', httpStatus: 400, errorType: 'VALIDATION_ERROR' } }) },
    { at: 2.2, run: () => day.studio.submit({ capability: 'logo-maker', values: { name: 'Kiln & Sons' } }) },
    // The subscription ends, and is renewed.
    { at: 3, run: () => practice.account.change({ isSubscribed: false }) },
    { at: 3.4, run: () => expect(day.studio.account().hold).toBe('subscription') },
    { at: 3.4, run: () => takeBack(day, 3) },
    { at: 3.6, run: () => practice.account.change({ isSubscribed: true }) },
    { at: 3.65, run: () => expect(day.studio.account().hold).toBeNull() },
    // Kiln is closed and opened again, once with a batch under way.
    { at: 6.002, run: day.reopen },
    { at: 13.2, run: day.reopen },
    // The contract changes, and the person has the old form open.
    { at: 7.5, run: () => day.studio.submit({ capability: 'logo-maker', values: { name: 'Kiln' } }) },
    { at: 8, run: () => practice.contract.move(moves) },
    { at: 8.001, run: () => day.studio.submit({ capability: 'logo-maker', values: { name: 'Kiln again' } }) },
    // The key is revoked, and the person makes a new one.
    { at: 10, run: () => practice.account.change({ apiKey: newKey }) },
    { at: 10.3, run: () => expect(day.studio.account().hold).toBe('key') },
    { at: 10.4, run: () => day.studio.connect({ baseUrl: practice.url, apiKey: newKey }) },
    // The network is away, and a batch is asked for all the same.
    { at: 11, run: () => (wire.isCut = () => true) },
    { at: 11.4, run: () => expect(day.studio.account().isOnline).toBe(false) },
    { at: 11.5, run: () => networkIsBack(day) },
    { at: 11.52, run: () => expect(day.studio.account().isOnline).toBe(true) },
    // Before they go, they look whether all adds up.
    { at: 23.99, run: () => day.studio.reconcile() }
  ].toSorted((one, other) => one.at - other.at)
}

const newKey = 'practice_another-key-of-the-same-account'

export function networkIsBack(day: Day): void {
  day.wire.isCut = () => false
  day.studio.wake()
}

/** One mishap at a time: what has not struck when the next is due is over. */
function createMishap({ practice }: Day): (fault: FaultWish | null) => void {
  let last: string | null = null
  return (fault) => {
    if (last !== null) practice.faults.remove(last)
    last = fault === null ? null : practice.faults.add(fault)
  }
}

function failing(capability: string, refundAfterInMs: number): FaultWish {
  return { on: 'submit', capability, do: { kind: 'fail-task', refundAfterInMs } }
}

function takeBack({ studio }: Day, count: number): void {
  for (const { id } of studio.tasks({ phases: ['held'] }).slice(0, count)) studio.cancel(id)
}

function isCalm(at: number): boolean {
  return calmHours.some(([from, to]) => at >= from && at < to)
}

/** An hour of the first two shifts; in the last one everything comes to rest. */
function momentOfWork(random: () => number): number {
  const [first, second] = shifts
  const moment = random() * (first[1] + second[1] - second[0])
  return moment < first[1] ? moment : moment - first[1] + second[0]
}

function everyMinutes(step: number): readonly number[] {
  return shifts.flatMap(([from, to]) =>
    Array.from({ length: Math.ceil(((to - from) * 60) / step) }, (_, place) => from + (place * step) / 60)
  )
}
