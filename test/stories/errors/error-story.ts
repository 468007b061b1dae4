import { expect } from 'vitest'
import type { FaultTarget, FaultWish } from '../../../electron/practice/faults.ts'
import type { StudioAccount, StudioEvent } from '../../../electron/studio.ts'
import type { HoldReason, Phase, Task } from '../../../shared/task.ts'
import type { Values } from '../../../shared/values.ts'
import { openStory, standard, third, waitFor, type Story } from '../open-story.ts'

/**
 * The call that is answered by the error: the ticket of an upload, the file on its way to storage, the submission, a question about the
 * task, the list of recent tasks, the result that storage holds.
 */
export type Door = 'upload' | 'transfer' | 'submit' | 'query' | 'recent' | 'result'

type ErrorWish = Omit<Extract<FaultWish['do'], { kind: 'error' }>, 'kind' | 'httpStatus' | 'errorType'>

/** What happened and what it means for the credits; what Kiln does and what a person can do. */
export type Words = readonly [message: string, advice: string]

/** What an error does to a task at one door, as the practice service and the person see it. */
export type ErrorStory = {
  /** A sentence about the error: "holds the task until …". */
  readonly name: string
  readonly at: Door
  readonly error?: ErrorWish
  /** How many calls are answered so. Default 1. */
  readonly times?: number
  /** What else goes wrong. */
  readonly besides?: readonly FaultWish[]
  /** Ten minutes are 6 s at the default of 0.01. */
  readonly timeScale?: number
  /** The task sends a file; at the doors `upload` and `transfer` it always does. */
  readonly hasFile?: true
  readonly values?: Values
  /** As it stands right after the error. `account`: why everything waits. */
  readonly shows: { readonly phase: Phase; readonly words?: Words | null; readonly account?: HoldReason }
  /** What a person does then. */
  readonly then?: (story: Story, task: Task) => unknown
  /** The idempotency keys in the order in which they were sent: A is the first one. Several: any of these orders. */
  readonly sends: string | readonly string[]
  readonly ends: Phase
  /** What stands there in the end, where Kiln has stopped. */
  readonly endsWith?: Words
  readonly charges: number
  readonly also?: (story: Story, task: Task, watched: Watched) => unknown
}

/** What the studio has told while the story went on. */
type Watched = { readonly tasks: readonly Task[]; readonly accounts: readonly StudioAccount[] }

const targets: Readonly<Record<Door, FaultTarget>> = {
  upload: 'upload',
  transfer: 'transfer',
  submit: 'submit',
  query: 'query',
  recent: 'recent',
  result: 'download'
}
const prompt = { prompt: 'a celadon vase' }

/** Lets the real studio meet the error at the practice service, and holds what became of it against the story. */
export async function tellErrorStory(httpStatus: number, errorType: string, told: ErrorStory): Promise<void> {
  const timeScale = told.timeScale ?? 0.01
  const story = await openStory({ practice: { timeScale: 0.002 }, studio: { timeScale } })
  const watched = watch(story)
  // The look at the recent tasks that belongs to every start is not the one that is meant.
  await waitFor(() => story.studio.reconciliation() !== null)
  const error: FaultWish['do'] = { kind: 'error', httpStatus, errorType, message: 'In the words of the service.', ...told.error }
  if (told.at === 'recent') story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: told.charges > 0 } })
  story.practice.faults.add({ on: targets[told.at], times: told.times ?? 1, do: error })
  for (const fault of told.besides ?? []) story.practice.faults.add(fault)
  const hasFile = told.at === 'upload' || told.at === 'transfer' || told.hasFile === true
  const task = await story.studio.submit({
    capability: hasFile ? third : standard,
    values: hasFile ? { ...prompt, imageUrls: [{ file: await story.picture('photo.png') }] } : (told.values ?? prompt)
  })

  const struck = () => story.practice.calls().find((call) => call.on === targets[told.at] && call.errorType === errorType)
  await waitFor(() => struck() !== undefined)
  const requestId = struck()?.requestId ?? null
  const mentions = () => story.studio.timeline(task.id).find((entry) => entry.requestId === requestId)
  await waitFor(() => mentions() !== undefined)
  expect(mentions()?.errorType).toBe(errorType)
  checkShown(told, watched, { task, errorType, requestId })

  await told.then?.(story, task)
  const end = await story.until(task.id, told.ends)
  if (told.endsWith !== undefined) expect([end.failure?.message, end.failure?.advice]).toEqual(told.endsWith)
  expect([told.sends].flat()).toContain(keysInOrder(story))
  expect(story.charges()).toBe(told.charges)
  checkEnd(story, end, requestId)
  if (told.error?.retryAfterInSeconds !== undefined)
    expect(pauseAfter(story, struck()?.requestId ?? '')).toBeGreaterThanOrEqual(told.error.retryAfterInSeconds * 1000 * timeScale - 2)
  await told.also?.(story, end, watched)
}

function watch(story: Story): Watched {
  const tasks: Task[] = []
  const accounts: StudioAccount[] = []
  story.studio.subscribe((event: StudioEvent) => {
    if (event.kind === 'task') tasks.push(event.task)
    if (event.kind === 'account') accounts.push(event.account)
  })
  return { tasks, accounts }
}

/** The task as it was told of first with the words that are due, or in the phase that is. */
function checkShown(
  { shows, at }: ErrorStory,
  watched: Watched,
  { task, errorType, requestId }: { readonly task: Task; readonly errorType: string; readonly requestId: string | null }
): void {
  const own = watched.tasks.filter(({ id }) => id === task.id)
  const shown = own.find(({ phase, failure }) => phase === shows.phase && (!shows.words || failure?.errorType === errorType))
  expect(own.map(({ phase }) => phase)).toContain(shows.phase)
  if (shows.words) {
    expect([shown?.failure?.message, shown?.failure?.advice]).toEqual(shows.words)
    expect(shown?.failure).toMatchObject({ requestId, serviceMessage: 'In the words of the service.' })
  }
  if (shows.account !== undefined) {
    expect(watched.accounts.find(({ hold }) => hold !== null)).toMatchObject({ hold: shows.account, holdRequestId: requestId })
    if (shows.phase === 'held') expect(shown?.hold).toBe(shows.account)
  }
  // Whatever may have been paid is not offered to be asked for anew.
  expect(shown?.can.sendAgain).toBe(shows.phase === 'refused')
  if (at === 'query') expect(shown?.taskId).not.toBeNull()
}

/** Where nothing more happens by itself, support finds all it needs; a result is there where it was paid for. */
function checkEnd(story: Story, end: Task, requestId: string | null): void {
  const bundle = story.studio.supportBundle(end.id)
  expect(bundle).toContain(`X-Request-Id ${requestId}`)
  expect(bundle).toContain(`Idempotency key: ${end.idempotencyKey}`)
  for (const secret of [story.practice.apiKey, story.folder]) expect(bundle).not.toContain(secret)
  if (end.phase === 'support') expect(end).toMatchObject({ can: { sendAgain: false, cancel: false, lookAgain: true } })
  if (end.phase === 'refused') expect(end).toMatchObject({ nextAt: null, inDoubt: false, credits: { state: 'not-charged' } })
  if (end.phase === 'done') expect(end.results.length).toBeGreaterThan(0)
}

/** "A A B": which key was sent when. */
function keysInOrder(story: Story): string {
  const keys = story.practice
    .calls()
    .flatMap(({ on, idempotencyKey }) => (on === 'submit' && idempotencyKey !== null ? [idempotencyKey] : []))
  const names = [...new Set(keys)]
  return keys.map((key) => String.fromCodePoint(65 + names.indexOf(key))).join(' ')
}

/** Milliseconds from a call to the next one at the same door, whichever task it is for. */
function pauseAfter(story: Story, requestId: string): number {
  const calls = story.practice.calls()
  const place = calls.findIndex((call) => call.requestId === requestId)
  const next = calls.slice(place + 1).find(({ on }) => on === calls[place]?.on)
  return (next?.at ?? Number.POSITIVE_INFINITY) - (calls[place]?.at ?? 0)
}
