import { expect } from 'vitest'
import type { Phase, Task } from '../../../shared/task/task.ts'
import { rogueImageGeneratorId } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind, createFileFault } from '../personality.ts'
import { minuteInMs, type RestoreWorld } from './open-restore-world.ts'

/** Moments at which a test may copy or back up the data folder. */
export type RestoreMoment = 'before it was queued' | 'before it was sent' | 'before its key was replaced' | 'in that state'

/**
 * What a copy of the data folder records about a task.
 * - `nothing`: the copy doesn't contain the task.
 * - `unsent`: the task wasn't sent.
 * - `bytes`: the body, which can be sent again because it doesn't contain an uploaded file.
 * - `doubt`: a response was lost.
 * - `task id`: the task's ID at the service.
 */
export type RecordedKnowledge = 'nothing' | 'unsent' | 'bytes' | 'doubt' | 'task id'

/** The course of a task, with the moments at which a copy may be made. */
export type RestoreTimeline = {
  readonly state: string
  readonly knows: Readonly<Partial<Record<RestoreMoment, RecordedKnowledge>>>
  /** Whether the service has accepted the task at the end. */
  readonly isPaid: boolean
  readonly prompts: readonly string[]
  /**
   * Runs the events and calls `reach` at each moment. Reconnects the original Kiln at the end, unless that would change the task's state.
   */
  readonly live: (world: RestoreWorld, reach: (moment: RestoreMoment) => Promise<void>) => Promise<void>
}

const prompt = 'a celadon vase'
const answerIsLost = (afterWork: boolean) => createCallFault({ on: 'submit', times: 1, does: { kind: 'reset' }, afterWork })
const inAMinute = { as: 'seconds', seconds: 60 } as const

async function ask(world: RestoreWorld, more: Parameters<RestoreWorld['original']['submit']>[0]['values'] = {}): Promise<Task> {
  return world.original.submit({ capability: rogueImageGeneratorId, values: { prompt, ...more } })
}

function expectPhase(world: RestoreWorld, { id }: Task, ...phases: readonly Phase[]): void {
  expect(phases, world.original.timeline(id).at(-1)?.code).toContain(world.original.task(id)?.phase)
}

/** Takes Kiln offline. Kiln detects this immediately, so it doesn't try to send anything. */
async function goOffline(world: RestoreWorld): Promise<void> {
  world.cutNetwork(true)
  await expect(world.original.checkContract('now')).rejects.toThrow()
}

function connect(world: RestoreWorld): void {
  world.cutNetwork(false)
  world.original.wake()
}

/**
 * Creates the timeline of one task that is submitted while offline. `before` runs before the network is restored, and `after` restores it.
 */
function singleTask(
  timeline: Pick<RestoreTimeline, 'state' | 'isPaid'> & {
    readonly inThatState: RecordedKnowledge
    readonly more?: RestoreTimeline['knows']
    /** True if Kiln tries to send the task and only then detects that it is offline. Kiln then already stores the request body. */
    readonly isTried?: boolean
    readonly values?: (world: RestoreWorld) => Promise<Parameters<typeof ask>[1]>
    readonly before: (world: RestoreWorld, reach: (moment: RestoreMoment) => Promise<void>) => void | Promise<void>
    readonly after: (world: RestoreWorld, task: Task, reach: (moment: RestoreMoment) => Promise<void>) => Promise<void>
  }
): RestoreTimeline {
  const { state, isPaid, inThatState, more = {}, isTried = false, values, before, after } = timeline
  return {
    state,
    isPaid,
    prompts: [prompt],
    knows: {
      'before it was queued': 'nothing',
      'before it was sent': isTried ? 'bytes' : 'unsent',
      ...more,
      'in that state': inThatState
    },
    live: async (world, reach) => {
      await reach('before it was queued')
      if (isTried) world.cutNetwork(true)
      else await goOffline(world)
      const task = await ask(world, await values?.(world))
      await world.pass(5_000)
      expectPhase(world, task, 'queued')
      await reach('before it was sent')
      await before(world, reach)
      await after(world, task, reach)
      if (isPaid) expect(world.service.tasks().filter(({ body }) => body.includes(prompt))).toHaveLength(1)
    }
  }
}

/** Returns the timeline of a task whose response is lost. The copy is made before Kiln learns the outcome. */
function inFlight(isAccepted: boolean): RestoreTimeline {
  return singleTask({
    state: `in flight, ${isAccepted ? 'accepted' : 'not accepted'}`,
    isPaid: isAccepted,
    inThatState: 'bytes',
    before: (world, reach) => {
      world.service.change({ faults: [answerIsLost(isAccepted)] })
      world.onNextSubmission(async () => {
        await reach('in that state')
        setImmediate(() => world.cutNetwork(true))
      })
    },
    after: async (world, task) => {
      connect(world)
      await world.pass(1_000)
      expectPhase(world, task, 'unconfirmed')
      expect(world.service.tasks().filter(({ body }) => body.includes(prompt))).toHaveLength(isAccepted ? 1 : 0)
    }
  })
}

async function passUntilDone(world: RestoreWorld, ...tasks: readonly Task[]): Promise<void> {
  await world.pass(20 * minuteInMs)
  for (const task of tasks) expectPhase(world, task, 'done')
}

export const restoreTimelines: readonly RestoreTimeline[] = [
  inFlight(true),
  inFlight(false),
  singleTask({
    state: 'unconfirmed, then found and charged',
    isPaid: true,
    inThatState: 'doubt',
    before: ({ service }) =>
      service.change({
        faults: [answerIsLost(true), createCallFault({ on: 'recent', does: createErrorFaultKind(503, 'TASK_SERVICE_UNAVAILABLE') })]
      }),
    after: async (world, task, reach) => {
      connect(world)
      await world.pass(2_000)
      expectPhase(world, task, 'unconfirmed')
      await reach('in that state')
      world.service.change({ faults: [] })
      await passUntilDone(world, task)
    }
  }),
  singleTask({
    state: 'given a new key, then charged',
    isPaid: true,
    inThatState: 'unsent',
    more: { 'before its key was replaced': 'unsent' },
    values: async (world) => ({ imageUrls: [{ file: await world.photo() }] }),
    before: ({ service }) =>
      service.change({
        faults: [createCallFault({ on: 'submit', does: createErrorFaultKind(409, 'UPLOAD_NOT_READY', { retryAfter: inAMinute }) })]
      }),
    after: async (world, task, reach) => {
      connect(world)
      await world.pass(20_000)
      expectPhase(world, task, 'submitting')
      await reach('before its key was replaced')
      world.service.change({
        faults: [
          createCallFault({ on: 'submit', times: 1, does: createErrorFaultKind(410, 'UPLOAD_EXPIRED') }),
          createCallFault({ on: 'upload', does: createErrorFaultKind(503, 'UPLOAD_SERVICE_UNAVAILABLE') })
        ]
      })
      await world.pass(2 * minuteInMs)
      expectPhase(world, task, 'uploading')
      expect(world.original.task(task.id)).toMatchObject({ attempt: 2, idempotencyKey: expect.not.stringMatching(task.idempotencyKey) })
      await reach('in that state')
      world.service.change({ faults: [] })
      await passUntilDone(world, task)
    }
  }),
  singleTask({
    state: 'queued, and never sent',
    isPaid: false,
    inThatState: 'unsent',
    before: () => undefined,
    after: async (_world, _task, reach) => reach('in that state')
  }),
  singleTask({
    state: 'queued, and tried while offline',
    isPaid: false,
    inThatState: 'bytes',
    isTried: true,
    before: () => undefined,
    after: async (_world, _task, reach) => reach('in that state')
  }),
  singleTask({
    state: 'queued, then sent and charged',
    isPaid: true,
    inThatState: 'unsent',
    before: () => undefined,
    after: async (world, task, reach) => {
      await reach('in that state')
      connect(world)
      await passUntilDone(world, task)
    }
  }),
  singleTask({
    state: 'slowed down by the service, then sent again and charged',
    isPaid: true,
    inThatState: 'bytes',
    before: ({ service }) =>
      service.change({
        faults: [createCallFault({ on: 'submit', times: 1, does: createErrorFaultKind(429, 'RATE_LIMITED', { retryAfter: inAMinute }) })]
      }),
    after: async (world, task, reach) => {
      connect(world)
      await world.pass(10_000)
      expectPhase(world, task, 'submitting')
      await reach('in that state')
      await passUntilDone(world, task)
    }
  }),
  singleTask({
    state: 'on hold with a price question, then charged',
    isPaid: true,
    inThatState: 'unsent',
    before: ({ service }) => service.change({ documents: { price: 'doubled' } }),
    after: async (world, task, reach) => {
      connect(world)
      await world.pass(minuteInMs)
      expect(world.original.task(task.id)?.question).toEqual({ kind: 'price', before: 5, now: 10 })
      await reach('in that state')
      world.original.agree(task.id, 'price')
      await passUntilDone(world, task)
    }
  }),
  singleTask({
    state: 'running',
    isPaid: true,
    inThatState: 'task id',
    before: ({ service }) => service.change({ query: { secondsToFinish: 300 } }),
    after: async (world, task, reach) => {
      connect(world)
      await world.pass(minuteInMs)
      expectPhase(world, task, 'running')
      await reach('in that state')
      await passUntilDone(world, task)
    }
  }),
  singleTask({
    state: 'collecting, with half of its outputs saved',
    isPaid: true,
    inThatState: 'task id',
    values: () => Promise.resolve({ imageNum: '2' }),
    before: ({ service }) =>
      service.change({
        storage: { faults: [createFileFault({ output: 1, does: { kind: 'status', status: 500 }, until: { is: 'seconds', count: 300 } })] }
      }),
    after: async (world, task, reach) => {
      connect(world)
      await world.pass(minuteInMs)
      expectPhase(world, task, 'collecting')
      expect(world.original.task(task.id)?.results).toHaveLength(1)
      await reach('in that state')
      await passUntilDone(world, task)
    }
  }),
  {
    state: 'in a stopped batch, which is resumed and charged',
    isPaid: true,
    prompts: ['a red vase', 'a blue vase'],
    knows: { 'before it was queued': 'nothing', 'before it was sent': 'unsent', 'in that state': 'unsent' },
    live: async (world, reach) => {
      await reach('before it was queued')
      await goOffline(world)
      const plan = await world.original.planBatch({
        capability: rogueImageGeneratorId,
        values: {},
        source: { way: 'grid', axes: [{ field: 'prompt', values: ['a red vase', 'a blue vase'] }] },
        onProgress: () => undefined,
        signal: new AbortController().signal
      })
      const { id } = await world.original.startBatch(plan.id, { skipInvalid: false })
      await world.pass(5_000)
      await reach('before it was sent')
      world.original.stopBatch(id)
      connect(world)
      await world.pass(minuteInMs)
      const rows = world.original.tasks().filter(({ batch }) => batch?.id === id)
      expect(rows.map(({ phase }) => phase)).toEqual(['queued', 'queued'])
      await reach('in that state')
      world.original.resumeBatch(id)
      await passUntilDone(world, ...rows)
    }
  }
]
