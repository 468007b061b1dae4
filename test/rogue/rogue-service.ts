import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RogueAccounts, createRogueAccounts, type RogueAccount } from './rogue-accounts.ts'
import { createRogueResultUrls, isObtainable } from './rogue-result-urls.ts'
import { createRogueApi } from './rogue-api.ts'
import { assertCompliant } from './assert-compliant.ts'
import { applyPersonalityChanges, type Personality, type PersonalityChanges } from './personality.ts'
import { seededRandom } from './random.ts'
import { createCallRateMonitor } from './call-rate-monitor.ts'
import type { RogueLedgerEntry, RogueCall, RogueTask, ClientViolation, ServiceState } from './service-state.ts'
import { handleDownload } from './storage.ts'
import { parseRogueFields, createRogueTask, advanceTask } from './tasks.ts'
import { createRogueUploads } from './rogue-uploads.ts'

export type RogueOptions = {
  readonly personality: Personality
  readonly seed: number
  /** Duration of a service second, in real seconds. The client must use the same factor. Default: 0.01. */
  readonly timeScale?: number
  /**
   * Returns a submission's intent, read from its body. Tasks with the same intent are the same request. Null if unknown. Default: the
   * prompt.
   */
  readonly intentOf?: (body: string) => string | null
  /** Port to listen on. Default: a free port. */
  readonly port?: number
  /** Returns the current time in milliseconds since 1970. Default: the system time. */
  readonly now?: () => number
}

/** A result in the service's records. `sha256`: one digest for each complete file that a client may have received. */
export type RogueOutputSnapshot = { readonly sha256: readonly string[]; readonly isObtainable: boolean }

/** A task in the service's records. */
export type RogueTaskSnapshot = Omit<RogueTask, 'outputs'> & {
  readonly status: ReturnType<typeof advanceTask>
  readonly outputs: readonly RogueOutputSnapshot[]
}

/**
 * A compliant but unusual implementation of the API. It charges once per idempotency key, as long as it remembers the key. A 2xx response
 * means that the request was accepted. An error type that the spec lists as definite means that nothing was created. A personality decides
 * everything that the spec leaves open.
 */
export type RogueService = {
  readonly url: string
  readonly accounts: RogueAccounts
  /** The account that exists from the start. */
  readonly account: RogueAccount
  readonly personality: () => Personality
  readonly change: (changes: PersonalityChanges) => void
  readonly ledger: () => readonly RogueLedgerEntry[]
  readonly tasks: () => readonly RogueTaskSnapshot[]
  readonly calls: () => readonly RogueCall[]
  /** Returns the observed calls that no honest client would make. */
  readonly violations: () => readonly ClientViolation[]
  /** Creates a task without an idempotency key, as the website does, `atInSeconds` service seconds from now. */
  readonly makeOnWebsite: (task: { account?: RogueAccount; capability: string; atInSeconds?: number }) => RogueTask
  readonly close: () => Promise<void>
}

export async function openRogueService(options: RogueOptions): Promise<RogueService> {
  assertCompliant(options.personality)
  const random = seededRandom(options.seed)
  const secondInMs = 1_000 * (options.timeScale ?? 0.01)
  const now = options.now ?? Date.now
  const state: ServiceState = {
    personality: options.personality,
    now: () => now() + state.personality.clock.aheadInRealSeconds * 1_000,
    secondInMs,
    random,
    accounts: createRogueAccounts(random),
    tasks: [],
    ledger: [],
    calls: [],
    violations: [],
    submitRate: createCallRateMonitor(secondInMs),
    queryRate: createCallRateMonitor(secondInMs),
    intentOf: options.intentOf ?? promptOf,
    origins: () => ({ api: originOf(api), storage: originOf(storage), other: originOf(other) })
  }
  const account = state.accounts.create('first')
  const addresses = createRogueResultUrls(state)
  const uploads = createRogueUploads(state)
  const { answer } = createRogueApi(state, addresses, uploads)
  const api = await listen(options.port ?? 0, (request, response) =>
    isFile(request) ? answerFile(request, response) : answer(request, response)
  )
  const storage = await listen(0, answerFile)
  const other = await listen(0, answerFile)

  function answerFile(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    if (request.method === 'PUT' || request.method === 'POST') return uploads.answer(request, response)
    return handleDownload(state, addresses, request, response)
  }

  return {
    url: originOf(api),
    accounts: state.accounts,
    account,
    personality: () => state.personality,
    change: (changes) => {
      const next = applyPersonalityChanges(state.personality, changes)
      assertCompliant(next)
      state.personality = next
    },
    ledger: () => {
      for (const task of state.tasks) advanceTask(state, task)
      return state.ledger
    },
    tasks: () =>
      state.tasks.map((task) => ({
        ...task,
        status: advanceTask(state, task),
        outputs: task.outputs.map((output) => ({
          sha256: output.versions.map(({ sha256 }) => sha256),
          isObtainable: isObtainable(state.personality, task, output)
        }))
      })),
    calls: () => state.calls,
    violations: () => state.violations,
    makeOnWebsite: ({ account: owner = account, capability, atInSeconds = 0 }) =>
      createRogueTask(state, {
        account: owner.id,
        capability,
        idempotencyKey: null,
        body: JSON.stringify({ prompt: 'website' }),
        madeAt: state.now() + atInSeconds * 1_000
      }),
    close: async () => {
      await Promise.all([api, storage, other].map(end))
    }
  }
}

function promptOf(body: string): string | null {
  const { prompt } = parseRogueFields(body)
  return typeof prompt === 'string' ? prompt : null
}

function isFile({ url = '' }: IncomingMessage): boolean {
  return /^\/(?:files|stored|uploads)\//.test(url)
}

function listen(port: number, answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      // Ignores connection errors: a client may disconnect early.
      response.on('error', () => undefined)
      Promise.resolve(answer(request, response)).catch((error: unknown) => {
        process.emitWarning(error instanceof Error ? error : String(error))
        response.destroy()
      })
    })
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? 1}`
}

async function end(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await ended
}
