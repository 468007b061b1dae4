import { expect } from 'vitest'
import type { ContractDifference } from '../../shared/app/contract-difference.ts'
import type { ContractMutation } from '../../electron/practice/mutable-contract.ts'
import type { FaultSpec } from '../../electron/practice/fault-injector.ts'
import { selectFacesForRandomTask, planAndStartBatch } from '../chaos/simulated-user.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import { standardImageGenerator, imageGenerator3 } from './open-setup.ts'
import type { SimulatedDay } from './open-simulated-day.ts'
import { connectTo } from './connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const minute = 60_000
const hour = 60 * minute

/** A user action or an event at the service. `at`: hours since the morning. */
export type AgendaItem = { readonly at: number; readonly run: () => unknown }

/** Periods in which the user works, in hours since the morning. Between them, the computer sleeps with its lid closed. */
export const workingHours = [
  [0, 4],
  [5, 14.75],
  [23, 24]
] as const

/** Moments ten seconds before the lid is closed, in hours since the morning. */
const closings = [workingHours[0][1] - 10 / 3_600, workingHours[1][1] - 10 / 3_600]

/** Number of tasks submitted in addition to `workload`. */
export const extraTaskCount = 3

const moves: readonly ContractMutation[] = [
  { kind: 'add-capability', like: standardImageGenerator, id: 'clay-generator', title: 'Clay generator' },
  { kind: 'remove-capability', id: 'logo-maker' },
  { kind: 'set-field', capability: standardImageGenerator, field: 'mood', schema: { type: 'string', title: 'Mood' } }
]
export const contractDifferences: readonly ContractDifference[] = [
  { code: 'capabilities-added', params: { count: 1, names: { shown: ['Clay generator'], more: 0 } } },
  { code: 'capabilities-removed', params: { names: { shown: ['Logo maker'], more: 0 } } },
  { code: 'field-added', params: { title: 'Image generator', label: 'Mood' } }
]

/** Faults of an ordinary day. The service's responses are truthful: a task that's reported as not created wasn't created. */
const mishaps: readonly FaultSpec[] = [
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
 * Periods without random faults, in hours since the morning (8:00). Each starts shortly before a larger problem and ends after its fix. If
 * a response were lost then, the task's uploads could expire before Kiln sends the task again. Only support could then resolve the task.
 */
const calmHours = [
  [2.9, 3.65],
  [3.9, 5],
  [7.9, 8.1],
  [9.9, 10.45],
  [10.9, 11.55],
  [14.65, 24]
] as const

export function agendaOf(day: SimulatedDay, random: () => number): readonly AgendaItem[] {
  const { practice, wire } = day
  const { jobs, batches } = day.workload
  const strike = createMishap(day)
  return [
    ...jobs.map(({ capability, values }, place) => ({
      // The first two tasks are submitted just before the lid is closed. The next eight are submitted in the last hour of the day.
      at: closings[place] ?? (place < 10 ? 23 + place / 40 : momentOfWork(random)),
      run: () => day.studio.submit({ capability, values })
    })),
    ...batches.map((batch, place) => ({ at: [1, 3.3, 6, 11.2][place] ?? 9, run: () => planAndStartBatch(day.studio, batch) })),
    ...everyMinutes(7).map((at) => ({ at, run: () => selectFacesForRandomTask(day.studio, random) })),
    ...everyMinutes(8).map((at) => ({ at, run: () => strike(isCalm(at) ? null : pickFrom(random, mishaps)) })),
    ...[0.4, 1.2, 2.1, 5.3, 6.2, 7.4].map((at, place) => ({
      at,
      run: () =>
        practice.faults.add(failing(place % 2 === 0 ? standardImageGenerator : imageGenerator3, [0, 40 * minute, 2 * hour][place % 3] ?? 0))
    })),
    { at: 2.2, run: () => strike({ on: 'submit', do: { kind: 'error', httpStatus: 400, errorType: 'VALIDATION_ERROR' } }) },
    { at: 2.2, run: () => day.studio.submit({ capability: 'logo-maker', values: { name: 'Kiln & Sons' } }) },
    // The subscription ends and is later renewed.
    { at: 3, run: () => practice.account.change({ isSubscribed: false }) },
    { at: 3.4, run: () => expect(day.studio.account().hold).toBe('subscription') },
    { at: 3.4, run: () => cancelHeld(day, 3) },
    { at: 3.6, run: () => practice.account.change({ isSubscribed: true }) },
    { at: 3.65, run: () => expect(day.studio.account().hold).toBeNull() },
    // Kiln is closed and reopened twice, once with a running batch.
    { at: 6.002, run: day.reopen },
    { at: 13.2, run: day.reopen },
    // The contract changes while the user has the old form open.
    { at: 7.5, run: () => day.studio.submit({ capability: 'logo-maker', values: { name: 'Kiln' } }) },
    { at: 8, run: () => practice.contract.move(moves) },
    { at: 8.001, run: () => day.studio.submit({ capability: 'logo-maker', values: { name: 'Kiln again' } }) },
    // The key is revoked, and the user creates a new one.
    { at: 10, run: () => practice.account.change({ apiKey: newKey }) },
    { at: 10.3, run: () => expect(day.studio.account().hold).toBe('key') },
    { at: 10.4, run: () => connectTo(day.studio, { baseUrl: practice.url, apiKey: new Secret(newKey) }) },
    // The network is down while a batch is submitted.
    { at: 11, run: () => (wire.isCut = () => true) },
    { at: 11.4, run: () => expect(day.studio.account().isOnline).toBe(false) },
    { at: 11.5, run: () => restoreNetwork(day) },
    { at: 11.52, run: () => expect(day.studio.account().isOnline).toBe(true) },
    // At the end of the day, the user starts a reconciliation.
    { at: 23.99, run: () => day.studio.reconcile() }
  ].toSorted((one, other) => one.at - other.at)
}

const newKey = 'practice_another-key-of-the-same-account'

export function restoreNetwork(day: SimulatedDay): void {
  day.wire.isCut = () => false
  day.studio.wake()
}

/**
 * Returns a function that adds a fault. The function first removes the previous fault if that hasn't occurred yet. If called with null, it
 * doesn't add a fault.
 */
function createMishap({ practice }: SimulatedDay): (fault: FaultSpec | null) => void {
  let last: string | null = null
  return (fault) => {
    if (last !== null) practice.faults.remove(last)
    last = fault === null ? null : practice.faults.add(fault)
  }
}

function failing(capability: string, refundAfterInMs: number): FaultSpec {
  return { on: 'submit', capability, do: { kind: 'fail-task', refundAfterInMs } }
}

function cancelHeld({ studio }: SimulatedDay, count: number): void {
  for (const { id } of studio.tasks({ phases: ['held'] }).slice(0, count)) studio.cancel(id)
}

function isCalm(at: number): boolean {
  return calmHours.some(([from, to]) => at >= from && at < to)
}

/** Returns a random time in the first two shifts, in hours since the morning. The last shift gives all tasks time to finish. */
function momentOfWork(random: () => number): number {
  const [first, second] = workingHours
  const moment = random() * (first[1] + second[1] - second[0])
  return moment < first[1] ? moment : moment - first[1] + second[0]
}

function everyMinutes(step: number): readonly number[] {
  return workingHours.flatMap(([from, to]) =>
    Array.from({ length: Math.ceil(((to - from) * 60) / step) }, (_, place) => from + (place * step) / 60)
  )
}
