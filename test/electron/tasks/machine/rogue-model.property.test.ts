import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import { goodConditions, rejectionResponses, unknownOutcomeResponses } from './client-model.ts'
import { RogueClientModel, type RogueCallConditions } from './rogue-client-model.ts'
import { type RogueServiceBehaviour, RogueServiceModel } from './rogue-service-model.ts'

/** Number of random command sequences. Set `KILN_SEQUENCES` to a larger number, such as 100000, for a long run. */
const sequences = Number(process.env['KILN_SEQUENCES'] ?? 2_500)
/** Time limit in milliseconds that stops a hanging test. The limit is many times the usual duration on two slow cores. */
const longestInMs = sequences * 60

type Command = fc.Command<RogueServiceModel, RogueClientModel>

function command(name: string, run: (service: RogueServiceModel, client: RogueClientModel) => void): Command {
  return {
    check: () => true,
    run: (service, client) => {
      run(service, client)
      holdInvariants(service, client)
    },
    toString: () => name
  }
}

/** Checks the invariants after every command. Uses `node:assert`, which is a hundred times faster than `expect`. */
function holdInvariants(service: RogueServiceModel, client: RogueClientModel): void {
  const { state, taskId, inDoubt, credits } = client.record
  assert(service.charges <= 1, 'a task was charged twice')
  if (service.charges > 0 && !client.mayBeSentByCopy()) {
    assert(state.phase !== 'refused' && state.phase !== 'cancelled', 'an accepted task counts as rejected')
    const saysUnpaid = credits.state === 'not-charged' || credits.state === 'not-sent' || credits.state === 'refunded'
    assert(state.phase === 'failed' || !saysUnpaid, `charged credits are shown as ${credits.state}`)
  }
  if (taskId !== null) assert(client.isOwnKey(service.task(taskId)?.key ?? null), 'a task tracks another task')
  if (inDoubt && !client.mayBeSentByCopy()) assert(unconfirmedPhases.has(state.phase), `an unconfirmed task reached ${state.phase}`)
  if (!service.manner.hasEqualFiles) assert(new Set(client.saved).size === client.saved.length, 'an output was saved twice')
}

const unconfirmedPhases: ReadonlySet<string> = new Set(['submitting', 'unconfirmed', 'held', 'support'])
const isDone = fc.boolean()
const weathers: fc.Arbitrary<RogueCallConditions> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(goodConditions) },
  fc.constantFrom<RogueCallConditions>({ kind: 'not-sent' }, { kind: 'expired' }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('lost', 'torn', 'killed', 'bare-conflict'), isDone }) },
  fc
    .constantFrom(...rejectionResponses)
    .map(([httpStatus, errorType]): RogueCallConditions => ({ kind: 'refused', httpStatus, errorType })),
  fc
    .record({ what: fc.constantFrom(...unknownOutcomeResponses, [503, 'BILLING_OUTCOME_UNKNOWN'] as const), isDone })
    .map(({ what: [httpStatus, errorType], ...rest }): RogueCallConditions => ({ kind: 'unknown', httpStatus, errorType, ...rest }))
)
const minute = 60_000
const hour = 60 * minute
const steps = fc
  .tuple(weathers, fc.nat(4))
  .map(([conditions, choice]) => command(`step ${choice} ${JSON.stringify(conditions)}`, (_, client) => client.step(conditions, choice)))
const fairSteps = fc.nat(4).map((choice) => command(`step ${choice}`, (_, client) => client.step(goodConditions, choice)))
const commands: fc.Arbitrary<Command>[] = [
  steps,
  steps,
  steps,
  fairSteps,
  fairSteps,
  fairSteps,
  fc.constant(command('the service finishes the task', (service) => service.finish())),
  fc.constant(command('all URLs change', (service) => service.rename())),
  fc.nat(5).map((order) => command(`order ${order}`, (service) => service.shuffle(order))),
  fc
    .tuple(fc.nat(3), fc.constantFrom('refusal', 'lost', 'unreadable', 'not-sent'), fc.constantFrom(true, false, false, false))
    .map(([file, kind, isForEver]) =>
      command(`file ${file} is dead: ${kind} ${isForEver}`, (service) => service.kill(file, kind, isForEver))
    ),
  fc.constant(command('uploads are ready', (service) => service.readyUploads())),
  fc.constant(command('files are available again', (service) => service.revive())),
  fc.constantFrom('results', 'results', 'results', 'not-found', 'billing-invariant', 'refund-unknown', 'failed').map((afterwards) =>
    command(`afterwards ${afterwards}`, (service) => {
      service.afterwards = afterwards
    })
  ),
  fc.constantFrom(1_000, minute, 20 * minute, 13 * hour).map((inMs) =>
    command(`wait ${inMs} ms`, (service) => {
      service.now += inMs
    })
  ),
  fc
    .constantFrom('look-again', 'cancel', 'hold', 'mend', 'ask', 'agree', 'lose-files')
    .map((what) => command(what, (_, client) => client.act(what))),
  fc.constant(command('restart', (_, client) => client.restart())),
  fc.constant(command('copy the journal', (_, client) => client.keepCopy())),
  fc.nat(4).map((copy) => command(`restore copy ${copy}`, (_, client) => client.restore(copy)))
]

const mannerArbitrary: fc.Arbitrary<RogueServiceBehaviour> = fc.record({
  outputs: fc.integer({ min: 1, max: 4 }),
  recent: fc.constantFrom('keys', 'times', 'ids', 'missing'),
  strangers: fc.nat(2),
  keyMemoryInMs: fc.constantFrom(null, 13 * hour),
  shortAnswers: fc.nat(2),
  renames: fc.constantFrom('nothing', 'query', 'path'),
  omitsDownloaded: fc.boolean(),
  hasEqualFiles: fc.constantFrom(false, false, true)
})

/** Ends all temporary faults. The simulated user fixes the account and accepts the price. All remaining steps then run. */
function settle(service: RogueServiceModel, client: RogueClientModel): void {
  service.revive()
  service.finish()
  client.act('mend')
  client.act('agree')
  for (let turn = 0; turn < 1_500 && nextSteps(client.record).length > 0 && client.record.state.phase !== 'support'; turn += 1) {
    client.step(goodConditions, turn)
    holdInvariants(service, client)
  }
}

function expectGoodEnd(service: RogueServiceModel, client: RogueClientModel): void {
  const { phase } = client.record.state
  const { taskId } = client.record
  expect(['done', 'failed', 'refused', 'cancelled', 'support'], 'every task reaches a final state').toContain(phase)
  if (service.charges > 0) expect(['done', 'support', 'failed'], 'a charged task is done, failed or with support').toContain(phase)
  if (phase === 'done') expect(service.charges, 'a finished task is charged once').toBe(1)
  if (taskId === null || service.afterwards !== 'results') return
  if (phase === 'failed') return
  const { hasEqualFiles, omitsDownloaded } = service.manner
  // A list may omit one of two files with equal bytes. If the other file's URL has changed, Kiln can't tell that both exist. The copy may
  // therefore be missing.
  if (hasEqualFiles && omitsDownloaded) {
    expect(service.lost(taskId).length > 0 ? ['support', 'done'] : ['done'], 'every available output is downloaded').toContain(phase)
    expect(client.saved, 'no bytes are missing').toEqual(expect.arrayContaining([...new Set(service.obtainable(taskId))]))
    return
  }
  // A file that can no longer be downloaded isn't missing if it was saved earlier.
  const missing = without([...service.obtainable(taskId), ...service.lost(taskId)], client.saved)
  expect(without(missing, service.lost(taskId)), 'every file that can be downloaded is saved').toEqual([])
  expect(client.saved.length + missing.length, 'every file is saved once').toBe(service.manner.outputs)
  expect(phase, 'every available output is downloaded').toBe(missing.length > 0 ? 'support' : 'done')
}

/** Returns a copy of `all` from which one occurrence of each item in `taken` was removed. */
function without(all: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...all]
  for (const item of taken) if (left.includes(item)) left.splice(left.indexOf(item), 1)
  return left
}

describe('a rogue service and a client, over any sequence of events', () => {
  it(
    'agree: nothing is charged twice, every available file is saved once, and every task reaches a final state',
    () => {
      const ends = new Map<string, number>()
      fc.assert(
        fc.property(fc.commands(commands, { maxCommands: 60 }), mannerArbitrary, fc.boolean(), (sequence, manner, hasFiles) => {
          const service = new RogueServiceModel(manner)
          const client = new RogueClientModel(service, hasFiles)
          fc.modelRun(() => ({ model: service, real: client }), sequence)
          settle(service, client)
          // The simulated user checks a support task again, which costs nothing.
          if (client.record.state.phase === 'support') client.act('look-again')
          settle(service, client)
          const { phase } = client.record.state
          ends.set(phase, (ends.get(phase) ?? 0) + 1)
          if (!client.mayBeSentByCopy()) expectGoodEnd(service, client)
        }),
        { numRuns: sequences }
      )
      // Ensures that every outcome was reached, so that the checks above aren't vacuous.
      expect([...ends.keys()].toSorted()).toEqual(['cancelled', 'done', 'failed', 'held', 'refused', 'support'])
    },
    longestInMs
  )
})
