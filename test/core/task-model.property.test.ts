import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../electron/core/next-step.ts'
import { ClientInMind, fair, refusals, unknowns, type Weather } from './a-client-in-mind.ts'
import { ServiceInMind } from './a-service-in-mind.ts'

/** Sequences; `KILN_SEQUENCES=100000` for the long run. */
const sequences = Number(process.env['KILN_SEQUENCES'] ?? 5_000)
/** Ten times what it takes on two slow cores: only a test that hangs is ended. */
const longestInMs = sequences * 20

/** The service is the model: its books say what must hold of the client. */
type Command = fc.Command<ServiceInMind, ClientInMind>

function command(name: string, run: (service: ServiceInMind, client: ClientInMind) => void): Command {
  return {
    check: () => true,
    run: (service, client) => {
      run(service, client)
      holdInvariants(service, client)
    },
    toString: () => name
  }
}

function holdInvariants(service: ServiceInMind, client: ClientInMind): void {
  const { state, credits, taskId, idempotencyKey, inDoubt, choice } = client.record
  const charges = service.tasks.reduce((sum, task) => sum + task.charges, 0)
  expect(charges, 'nothing is charged twice').toBeLessThanOrEqual(1)
  for (const task of service.tasks) expect(task.choices, 'faces are chosen once').toBeLessThanOrEqual(1)
  if (service.standing > 0) {
    if (!client.isAskedAboutCopy())
      expect(['refused', 'cancelled', 'held', 'queued', 'uploading'], 'a refusal is definite').not.toContain(state.phase)
    expect(['not-charged', 'not-sent', 'refunded'], 'credits are told right').not.toContain(credits.state)
  }
  if (credits.state === 'refunded') expect(charges, 'a refund is never invented').toBe(1)
  if (taskId !== null) expect(service.task(taskId)?.key, 'a task follows its own key').toBe(idempotencyKey)
  if (inDoubt) expect(['submitting', 'unconfirmed', 'held', 'support'], 'nothing is concluded in doubt').toContain(state.phase)
  if (state.phase === 'needs_input') expect(choice?.fate ?? 'not-taken').toBe('not-taken')
  if (state.phase === 'done') expect(client.hasFiles(), 'done means on disk').toBe(true)
}

const isDone = fc.boolean()
const weathers: fc.Arbitrary<Weather> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(fair) },
  fc.constantFrom<Weather>({ kind: 'not-sent' }, { kind: 'expired' }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lost', 'torn', 'killed'), isDone }) },
  fc.constantFrom(...refusals).map(([httpStatus, errorType]): Weather => ({ kind: 'refused', httpStatus, errorType })),
  fc
    .record({ what: fc.constantFrom(...unknowns), isDone })
    .map(({ what: [httpStatus, errorType], ...rest }): Weather => ({ kind: 'unknown', httpStatus, errorType, ...rest }))
)
const minute = 60_000
const hour = 60 * minute
const commands: fc.Arbitrary<Command>[] = [
  weathers.map((weather) => command(`step ${JSON.stringify(weather)}`, (_, client) => client.step(weather))),
  weathers.map((weather) => command(`step ${JSON.stringify(weather)}`, (_, client) => client.step(weather))),
  weathers.map((weather) => command(`step ${JSON.stringify(weather)}`, (_, client) => client.step(weather))),
  weathers.map((weather) => command(`choose ${JSON.stringify(weather)}`, (_, client) => client.choose(weather))),
  fc
    .constantFrom('well', 'well', 'fails', 'fails-refunded')
    .map((how) => command(`the service goes on: ${how}`, (service) => service.goOn(how))),
  fc
    .constantFrom(1_000, minute, 20 * minute, 13 * hour, -minute, -3 * hour, -30 * hour)
    .map((inMs) => command(`wait ${inMs} ms`, (_, client) => client.wait(inMs))),
  fc
    .constantFrom('look-again', 'cancel', 'hide', 'hold', 'mend', 'lose-file', 'ask', 'agree')
    .map((what) => command(what, (_, client) => client.act(what))),
  fc.constant(command('restart', (_, client) => client.restart())),
  fc.constant(command('keep a copy of the journal', (_, client) => client.keepCopy())),
  fc.constant(command('put the copy in place', (_, client) => client.restore()))
]

/** The storm is over: an account that is mended, a service that answers, and a person who chooses and waits. */
function settle(service: ServiceInMind, client: ClientInMind): void {
  client.act('mend')
  client.act('agree')
  for (let turn = 0; turn < 200 && nextSteps(client.record).length > 0; turn += 1) {
    service.goOn('well')
    client.choose(fair)
    client.step(fair)
    holdInvariants(service, client)
  }
}

describe('service and client, over any sequence of what may happen to them', () => {
  it(
    'agree: nothing is paid twice, nothing paid is lost, faces are chosen once, and all comes to an end',
    () => {
      const ends = new Map<string, number>()
      fc.assert(
        fc.property(fc.commands(commands, { maxCommands: 60 }), fc.boolean(), (sequence, asksForFaces) => {
          const service = new ServiceInMind(asksForFaces)
          const client = new ClientInMind(service)
          fc.modelRun(() => ({ model: service, real: client }), sequence)
          settle(service, client)
          const { phase } = client.record.state
          ends.set(phase, (ends.get(phase) ?? 0) + 1)
          if (client.isAskedAboutCopy()) return
          if (service.standing > 0) expect(['done', 'support', 'failed'], 'what is paid is here, or with support').toContain(phase)
          expect(['done', 'failed', 'refused', 'cancelled', 'support'], 'all comes to an end').toContain(phase)
          if (phase === 'done') expect(service.standing, 'what is done is paid').toBe(1)
        }),
        { numRuns: sequences }
      )
      // Every way to end was walked, so that none of this holds for nothing.
      expect([...ends.keys()].toSorted()).toEqual(['cancelled', 'done', 'failed', 'held', 'refused', 'support'])
    },
    longestInMs
  )
})
