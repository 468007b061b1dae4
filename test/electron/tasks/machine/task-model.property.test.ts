import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import { ClientModel, goodConditions, rejectionResponses, unknownOutcomeResponses, type CallConditions } from './client-model.ts'
import { ServiceModel } from './service-model.ts'

/** Number of random command sequences. Set `KILN_SEQUENCES` to a larger number, such as 100000, for a long run. */
const sequences = Number(process.env['KILN_SEQUENCES'] ?? 5_000)
/** Time limit in milliseconds that stops a hanging test. The limit is ten times the usual duration on two slow cores. */
const longestInMs = sequences * 20

/**
 * A fast-check command. The model is the service, and the system under test is the client. The service's records show what must be true of
 * the client.
 */
type Command = fc.Command<ServiceModel, ClientModel>

function command(name: string, run: (service: ServiceModel, client: ClientModel) => void): Command {
  return {
    check: () => true,
    run: (service, client) => {
      run(service, client)
      holdInvariants(service, client)
    },
    toString: () => name
  }
}

function holdInvariants(service: ServiceModel, client: ClientModel): void {
  const { state, credits, taskId, idempotencyKey, inDoubt, choice } = client.record
  const charges = service.tasks.reduce((sum, task) => sum + task.charges, 0)
  expect(charges, 'nothing is charged twice').toBeLessThanOrEqual(1)
  for (const task of service.tasks) expect(task.choices, 'faces are chosen once').toBeLessThanOrEqual(1)
  if (service.standing > 0) {
    if (!client.mayBeSentByCopy())
      expect(['refused', 'cancelled', 'held', 'queued', 'uploading'], 'a rejection is definite').not.toContain(state.phase)
    expect(['not-charged', 'not-sent', 'refunded'], 'the credits are correct').not.toContain(credits.state)
  }
  if (credits.state === 'refunded') expect(charges, 'a refund needs a charge').toBe(1)
  if (taskId !== null) expect(service.task(taskId)?.key, 'a task is matched by its own key').toBe(idempotencyKey)
  if (inDoubt && !client.mayBeSentByCopy())
    expect(['submitting', 'unconfirmed', 'held', 'support'], 'an unconfirmed task has no outcome').toContain(state.phase)
  if (state.phase === 'needs_input') expect(choice?.fate ?? 'not-taken').toBe('not-taken')
  if (state.phase === 'done') expect(client.hasFiles(), 'a finished task has its files on disk').toBe(true)
}

const isDone = fc.boolean()
const weathers: fc.Arbitrary<CallConditions> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(goodConditions) },
  fc.constantFrom<CallConditions>({ kind: 'not-sent' }, { kind: 'expired' }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lost', 'torn', 'killed'), isDone }) },
  fc.constantFrom(...rejectionResponses).map(([httpStatus, errorType]): CallConditions => ({ kind: 'refused', httpStatus, errorType })),
  fc
    .record({ what: fc.constantFrom(...unknownOutcomeResponses), isDone })
    .map(({ what: [httpStatus, errorType], ...rest }): CallConditions => ({ kind: 'unknown', httpStatus, errorType, ...rest }))
)
const minute = 60_000
const hour = 60 * minute
const commands: fc.Arbitrary<Command>[] = [
  weathers.map((conditions) => command(`step ${JSON.stringify(conditions)}`, (_, client) => client.step(conditions))),
  weathers.map((conditions) => command(`step ${JSON.stringify(conditions)}`, (_, client) => client.step(conditions))),
  weathers.map((conditions) => command(`step ${JSON.stringify(conditions)}`, (_, client) => client.step(conditions))),
  weathers.map((conditions) => command(`choose ${JSON.stringify(conditions)}`, (_, client) => client.choose(conditions))),
  fc
    .constantFrom('well', 'well', 'fails', 'fails-refunded')
    .map((how) => command(`the service continues: ${how}`, (service) => service.advance(how))),
  fc
    .constantFrom(1_000, minute, 20 * minute, 13 * hour, -minute, -3 * hour, -30 * hour)
    .map((inMs) => command(`wait ${inMs} ms`, (_, client) => client.wait(inMs))),
  fc
    .constantFrom('look-again', 'cancel', 'hide', 'hold', 'mend', 'lose-file', 'ask', 'agree')
    .map((what) => command(what, (_, client) => client.act(what))),
  fc.constant(command('restart', (_, client) => client.restart())),
  fc.constant(command('copy the journal', (_, client) => client.keepCopy())),
  fc.constant(command('restore the copy', (_, client) => client.restore()))
]

/** Ends all faults. The simulated user fixes the account, accepts the price and selects faces. All remaining steps then run. */
function settle(service: ServiceModel, client: ClientModel): void {
  client.act('mend')
  client.act('agree')
  for (let turn = 0; turn < 200 && nextSteps(client.record).length > 0; turn += 1) {
    service.advance('well')
    client.choose(goodConditions)
    client.step(goodConditions)
    holdInvariants(service, client)
  }
}

describe('service and client, over any sequence of events', () => {
  it(
    'agree: nothing is charged twice, no result is lost, faces are selected once, and every task reaches a final state',
    () => {
      const ends = new Map<string, number>()
      fc.assert(
        fc.property(fc.commands(commands, { maxCommands: 60 }), fc.boolean(), (sequence, asksForFaces) => {
          const service = new ServiceModel(asksForFaces)
          const client = new ClientModel(service)
          fc.modelRun(() => ({ model: service, real: client }), sequence)
          settle(service, client)
          const { phase } = client.record.state
          ends.set(phase, (ends.get(phase) ?? 0) + 1)
          if (client.mayBeSentByCopy()) return
          if (service.standing > 0) expect(['done', 'support', 'failed'], 'a charged task is done, failed or with support').toContain(phase)
          expect(['done', 'failed', 'refused', 'cancelled', 'support'], 'every task reaches a final state').toContain(phase)
          if (phase === 'done') expect(service.standing, 'a finished task is charged once').toBe(1)
        }),
        { numRuns: sequences }
      )
      // Ensures that every outcome was reached, so that the checks above aren't vacuous.
      expect([...ends.keys()].toSorted()).toEqual(['cancelled', 'done', 'failed', 'held', 'refused', 'support'])
    },
    longestInMs
  )
})
