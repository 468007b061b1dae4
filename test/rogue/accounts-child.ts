import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type ConnectionOptions, openStudio } from '../../electron/studio.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { Task } from '../../shared/task/task.ts'
import type { AccountsRunOptions, ReportedAccountTask, ConnectionId } from './accounts-options.ts'
import { pickRandom, seededRandom } from './random.ts'
import { resultPaths } from '../integration/result-paths.ts'
import { connectTo } from '../integration/connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/*
 * Child process that uses two accounts at one origin, each with its own connection. If `isStorm` is true, it submits requests and replaces
 * API keys until it is killed. The moments are random, and a replacement key occasionally belongs to the other account. If `isStorm` is
 * false, it enters the right keys and waits until all tasks end. It then writes a report to `reportTo`.
 */
const orders = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AccountsRunOptions
const random = seededRandom(orders.seed)
// Exits after two minutes, in case the parent has crashed.
setTimeout(() => process.exit(1), 120_000).unref()

const [connection = null, ...others] = orders.connections.map(({ id, apiKey }) => connectionWith(id, apiKey))
const studio = await openStudio({ dataDir: orders.dataDir, connection, others, timeScale: 0.01 })
process.stdout.write('ready\n')
if (orders.isStorm) await Promise.all([askForMore(), exchangeKeys()])
else await settle()

function connectionWith(id: ConnectionId, apiKey: string): ConnectionOptions {
  return { id, baseUrl: orders.baseUrl, apiKey: new Secret(apiKey) }
}

function markOf({ values }: Task): string {
  return String(values['prompt'] ?? '')
}

/** Returns the marks of the account's requests that aren't submitted yet. `id`: ID of the account's connection. */
function unasked(id: string | null): readonly string[] {
  const asked = new Set(studio.tasks({ includeHidden: true }).map(markOf))
  return orders.requests.filter((request) => request.id === id && !asked.has(request.mark)).map(({ mark }) => mark)
}

/** Repeatedly submits the active account's next request. Pauses while the account's key awaits confirmation. */
async function askForMore(): Promise<never> {
  for (;;) {
    await wait(random() * 60)
    const [mark] = unasked(studio.account().connectionId)
    if (mark !== undefined && studio.account().hold !== 'account-changed') await ask(mark)
  }
}

function ask(prompt: string): Promise<void> {
  return unlessRefused(() => studio.submit({ capability: 'imgmodel-image-generator', values: { prompt } }))
}

async function exchangeKeys(): Promise<never> {
  for (;;) {
    await wait(20 + random() * 200)
    const { id } = pickRandom(random, orders.connections)
    const isRight = random() < 0.6
    const { apiKey } = pickRandom(
      random,
      orders.keys.filter((key) => (key.id === id) === isRight)
    )
    await unlessRefused(() => connectTo(studio, connectionWith(id, apiKey)))
    if (isRight) await confirmWhereAsked()
  }
}

async function settle(): Promise<void> {
  const giveUpAt = Date.now() + orders.settleLimitInMs
  for (const { id, apiKey } of orders.connections) {
    await connectTo(studio, connectionWith(id, apiKey))
    while (unasked(id).length > 0 && Date.now() < giveUpAt) {
      await confirmWhereAsked()
      for (const mark of unasked(id)) await ask(mark)
    }
    await untilSettled(giveUpAt)
    // Simulates a user who presses “Check again” once for each task handed to support.
    for (const task of studio.tasks({ phases: ['support'], includeHidden: true })) studio.checkNow(task.id)
    await untilSettled(giveUpAt)
  }
  const reported = await Promise.all(
    studio.tasks({ includeHidden: true }).map(async (task): Promise<ReportedAccountTask> => {
      const { connectionId, phase, idempotencyKey } = task
      return { mark: markOf(task), connectionId, phase, idempotencyKey, paths: await resultPaths(studio, task) }
    })
  )
  writeFileSync(orders.reportTo, JSON.stringify(reported))
  await studio.close()
  process.exit(0)
}

async function untilSettled(giveUpAt: number): Promise<void> {
  const id = studio.account().connectionId
  const isOpen = ({ connectionId, phase }: Task): boolean =>
    connectionId === id && phase !== 'done' && phase !== 'support' && phase !== 'refused'
  while (studio.tasks({ includeHidden: true }).some(isOpen) && Date.now() < giveUpAt) {
    await confirmWhereAsked()
    await wait(20)
  }
}

/** Confirms that the current key belongs to the same account, if Kiln asks for confirmation. */
async function confirmWhereAsked(): Promise<void> {
  if (studio.account().hold === 'account-changed') await unlessRefused(() => studio.confirmSameAccount())
}

async function unlessRefused(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
  }
}
