import { expect } from 'vitest'
import type { FaultTarget, FaultSpec } from '../../../electron/practice/fault-injector.ts'
import type { StudioAccount, StudioEvent } from '../../../electron/studio.ts'
import type { HoldReason, Phase, Task } from '../../../shared/task/task.ts'
import type { Values } from '../../../shared/form/values.ts'
import { openSetup, standardImageGenerator, imageGenerator3, waitFor, type Setup } from '../open-setup.ts'
import { failureMessageAndAdvice } from '../../shared/phrases/phrase-texts.ts'

/**
 * The call that returns the error. `upload`: the upload request. `transfer`: the file transfer to storage. `recent`: the recent tasks.
 * `result`: the download of a result.
 */
export type FailingCall = 'upload' | 'transfer' | 'submit' | 'query' | 'recent' | 'result'

type ErrorOptions = Omit<Extract<FaultSpec['do'], { kind: 'error' }>, 'kind' | 'httpStatus' | 'errorType'>

/**
 * The two texts of an error. `message`: what happened and whether credits were charged. `advice`: what Kiln does next, and what the user
 * can do.
 */
export type ErrorTexts = readonly [message: string, advice: string]

/** An error at one call, and the expected effects on the task, the account and the charges. */
export type ErrorScenario = {
  /** Test name. It follows the error type, as in “on a submission: the task is …”. */
  readonly name: string
  readonly at: FailingCall
  readonly error?: ErrorOptions
  /** Number of calls that return the error. Default 1. */
  readonly times?: number
  /** Additional faults. */
  readonly besides?: readonly FaultSpec[]
  /** Time scale of the studio. At the default of 0.01, ten minutes take 6 seconds. */
  readonly timeScale?: number
  /** Set if the task sends a file. At `upload` and `transfer`, every task sends a file. */
  readonly hasFile?: true
  readonly values?: Values
  /** Expected state right after the error. `account`: the reason why the account is on hold. */
  readonly shows: { readonly phase: Phase; readonly words?: ErrorTexts | null; readonly account?: HoldReason }
  /** Simulates what the user does next. */
  readonly then?: (setup: Setup, task: Task) => unknown
  /** Expected idempotency keys of all submissions, in order, such as `A A B`. A is the first key. A list contains all valid orders. */
  readonly sends: string | readonly string[]
  readonly ends: Phase
  /** Expected final texts, if Kiln stops retrying. */
  readonly endsWith?: ErrorTexts
  readonly charges: number
  readonly also?: (setup: Setup, task: Task, watched: Watched) => unknown
}

/** States that the studio reported during the scenario. */
type Watched = { readonly tasks: readonly Task[]; readonly accounts: readonly StudioAccount[] }

const targets: Readonly<Record<FailingCall, FaultTarget>> = {
  upload: 'upload',
  transfer: 'transfer',
  submit: 'submit',
  query: 'query',
  recent: 'recent',
  result: 'download'
}
const prompt = { prompt: 'a celadon vase' }

/** Makes the practice service return the error to a real studio. Checks the outcome against the scenario. */
export async function testErrorScenario(httpStatus: number, errorType: string, told: ErrorScenario): Promise<void> {
  const timeScale = told.timeScale ?? 0.01
  const setup = await openSetup({ practice: { timeScale: 0.002 }, studio: { timeScale } })
  const watched = watch(setup)
  // Waits for the reconciliation at startup, so that it doesn't receive the error.
  await waitFor(() => setup.studio.reconciliation() !== null)
  const error: FaultSpec['do'] = { kind: 'error', httpStatus, errorType, message: 'In the words of the service.', ...told.error }
  if (told.at === 'recent') setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: told.charges > 0 } })
  setup.practice.faults.add({ on: targets[told.at], times: told.times ?? 1, do: error })
  for (const fault of told.besides ?? []) setup.practice.faults.add(fault)
  const hasFile = told.at === 'upload' || told.at === 'transfer' || told.hasFile === true
  const task = await setup.studio.submit({
    capability: hasFile ? imageGenerator3 : standardImageGenerator,
    values: hasFile ? { ...prompt, imageUrls: [{ file: await setup.picture('photo.png') }] } : (told.values ?? prompt)
  })

  const struck = () => setup.practice.calls().find((loggedCall) => loggedCall.on === targets[told.at] && loggedCall.errorType === errorType)
  await waitFor(() => struck() !== undefined)
  const requestId = struck()?.requestId ?? null
  const mentions = () => setup.studio.timeline(task.id).find((entry) => entry.requestId === requestId)
  await waitFor(() => mentions() !== undefined)
  expect(mentions()?.errorType).toBe(errorType)
  checkShown(told, watched, { task, errorType, requestId })

  await told.then?.(setup, task)
  const end = await setup.until(task.id, told.ends)
  if (told.endsWith !== undefined) expect(failureMessageAndAdvice(end.failure)).toEqual(told.endsWith)
  expect([told.sends].flat()).toContain(keysInOrder(setup))
  expect(setup.charges()).toBe(told.charges)
  checkEnd(setup, end, requestId)
  if (told.error?.retryAfterInSeconds !== undefined)
    expect(pauseAfter(setup, struck()?.requestId ?? '')).toBeGreaterThanOrEqual(told.error.retryAfterInSeconds * 1000 * timeScale - 2)
  await told.also?.(setup, end, watched)
}

function watch(setup: Setup): Watched {
  const tasks: Task[] = []
  const accounts: StudioAccount[] = []
  setup.studio.subscribe((event: StudioEvent) => {
    if (event.kind === 'task') tasks.push(event.task)
    if (event.kind === 'account') accounts.push(event.account)
  })
  return { tasks, accounts }
}

/** Checks the task's first reported state with the expected phase and texts. */
function checkShown(
  { shows, at }: ErrorScenario,
  watched: Watched,
  { task, errorType, requestId }: { readonly task: Task; readonly errorType: string; readonly requestId: string | null }
): void {
  const own = watched.tasks.filter(({ id }) => id === task.id)
  const shown = own.find(({ phase, failure }) => phase === shows.phase && (!shows.words || failure?.errorType === errorType))
  expect(own.map(({ phase }) => phase)).toContain(shows.phase)
  if (shows.words) {
    expect(failureMessageAndAdvice(shown?.failure)).toEqual(shows.words)
    expect(shown?.failure).toMatchObject({ requestId, serviceMessage: 'In the words of the service.' })
  }
  if (shows.account !== undefined) {
    expect(watched.accounts.find(({ hold }) => hold !== null)).toMatchObject({ hold: shows.account, holdRequestId: requestId })
    if (shows.phase === 'held') expect(shown?.hold).toBe(shows.account)
  }
  // A task that may have been charged can't be sent again. Only a rejected task can.
  expect(shown?.can.sendAgain).toBe(shows.phase === 'refused')
  if (at === 'query') expect(shown?.taskId).not.toBeNull()
}

/** Checks that the support bundle contains the IDs that support needs, and no secrets. A completed task must have results. */
function checkEnd(setup: Setup, end: Task, requestId: string | null): void {
  const bundle = setup.studio.supportBundle(end.id)
  expect(bundle).toContain(`X-Request-Id ${requestId}`)
  expect(bundle).toContain(`Idempotency key: ${end.idempotencyKey}`)
  for (const secret of [setup.practice.apiKey, setup.folder]) expect(bundle).not.toContain(secret)
  if (end.phase === 'support') expect(end).toMatchObject({ can: { sendAgain: false, cancel: false, checkAgain: true } })
  if (end.phase === 'refused') expect(end).toMatchObject({ nextAt: null, isUnconfirmed: false, credits: { state: 'not-charged' } })
  if (end.phase === 'done') expect(end.results.length).toBeGreaterThan(0)
}

/** Returns the idempotency keys of all submissions as letters, in order, such as `A A B`. */
function keysInOrder(setup: Setup): string {
  const keys = setup.practice
    .calls()
    .flatMap(({ on, idempotencyKey }) => (on === 'submit' && idempotencyKey !== null ? [idempotencyKey] : []))
  const names = [...new Set(keys)]
  return keys.map((key) => String.fromCodePoint(65 + names.indexOf(key))).join(' ')
}

/** Returns the time between a call and the next call of the same kind, in milliseconds. Infinity if no call follows. */
function pauseAfter(setup: Setup, requestId: string): number {
  const loggedCalls = setup.practice.calls()
  const place = loggedCalls.findIndex((loggedCall) => loggedCall.requestId === requestId)
  const next = loggedCalls.slice(place + 1).find(({ on }) => on === loggedCalls[place]?.on)
  return (next?.at ?? Number.POSITIVE_INFINITY) - (loggedCalls[place]?.at ?? 0)
}
