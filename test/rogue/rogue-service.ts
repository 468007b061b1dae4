import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Accounts, createAccounts, type RogueAccount } from './accounts.ts'
import { createAddresses, isObtainable } from './addresses.ts'
import { createApi } from './api.ts'
import { assertLawful } from './lawful.ts'
import { changed, type Personality, type PersonalityChanges } from './personality.ts'
import { seededRandom } from './random.ts'
import { createRateLimit } from './rate-limit.ts'
import type { LedgerEntry, RogueCall, RogueTask, RogueViolation, ServiceState } from './service-state.ts'
import { answerDownload } from './storage.ts'
import { fieldsOf, makeTask, settle } from './tasks.ts'
import { createUploads } from './uploads.ts'

export type RogueOptions = {
  readonly personality: Personality
  readonly seed: number
  /** Multiplies a second of the service, as it does those of the client. Default 0.01. */
  readonly timeScale?: number
  /** What was asked for, read from the body of a submission; null if that is not known. Default: the prompt. */
  readonly intentOf?: (body: string) => string | null
  /** Where to listen; default: a free port. */
  readonly port?: number
  /** Milliseconds since 1970. Default: the time of day. */
  readonly now?: () => number
}

/** A result as the service knows it. `sha256`: one digest for each whole file that a client may have got. */
export type KnownOutput = { readonly sha256: readonly string[]; readonly isObtainable: boolean }

/** A task as the service knows it. */
export type KnownTask = Omit<RogueTask, 'outputs'> & {
  readonly status: ReturnType<typeof settle>
  readonly outputs: readonly KnownOutput[]
}

/**
 * A lawful but unusual implementation of the API. It keeps the spec's promises (one charge per idempotency key while it remembers the key, a 2xx
 * is an acceptance, a listed refusal means that nothing was made) and takes everything that the spec leaves open from a personality.
 */
export type RogueService = {
  readonly url: string
  readonly accounts: Accounts
  /** The account that is there from the start. */
  readonly account: RogueAccount
  readonly personality: () => Personality
  readonly change: (changes: PersonalityChanges) => void
  readonly ledger: () => readonly LedgerEntry[]
  readonly tasks: () => readonly KnownTask[]
  readonly calls: () => readonly RogueCall[]
  /** What no honest client does, as far as it was seen. */
  readonly violations: () => readonly RogueViolation[]
  /** A task that a person makes on the website; `atInSeconds` from now. */
  readonly makeOnWebsite: (task: { account?: RogueAccount; capability: string; atInSeconds?: number }) => RogueTask
  readonly close: () => Promise<void>
}

export async function openRogueService(options: RogueOptions): Promise<RogueService> {
  assertLawful(options.personality)
  const random = seededRandom(options.seed)
  const secondInMs = 1_000 * (options.timeScale ?? 0.01)
  const now = options.now ?? Date.now
  const state: ServiceState = {
    personality: options.personality,
    now: () => now() + state.personality.clock.aheadInRealSeconds * 1_000,
    secondInMs,
    random,
    accounts: createAccounts(random),
    tasks: [],
    ledger: [],
    calls: [],
    violations: [],
    submitRate: createRateLimit(secondInMs),
    queryRate: createRateLimit(secondInMs),
    intentOf: options.intentOf ?? promptOf,
    origins: () => ({ api: originOf(api), storage: originOf(storage), other: originOf(other) })
  }
  const account = state.accounts.create('first')
  const addresses = createAddresses(state)
  const uploads = createUploads(state)
  const { answer } = createApi(state, addresses, uploads)
  const api = await listen(options.port ?? 0, (request, response) =>
    isFile(request) ? answerFile(request, response) : answer(request, response)
  )
  const storage = await listen(0, answerFile)
  const other = await listen(0, answerFile)

  function answerFile(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    if (request.method === 'PUT' || request.method === 'POST') return uploads.answer(request, response)
    return answerDownload(state, addresses, request, response)
  }

  return {
    url: originOf(api),
    accounts: state.accounts,
    account,
    personality: () => state.personality,
    change: (changes) => {
      const next = changed(state.personality, changes)
      assertLawful(next)
      state.personality = next
    },
    ledger: () => {
      for (const task of state.tasks) settle(state, task)
      return state.ledger
    },
    tasks: () =>
      state.tasks.map((task) => ({
        ...task,
        status: settle(state, task),
        outputs: task.outputs.map((output) => ({
          sha256: output.versions.map(({ sha256 }) => sha256),
          isObtainable: isObtainable(state.personality, task, output)
        }))
      })),
    calls: () => state.calls,
    violations: () => state.violations,
    makeOnWebsite: ({ account: owner = account, capability, atInSeconds = 0 }) =>
      makeTask(state, {
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
  const { prompt } = fieldsOf(body)
  return typeof prompt === 'string' ? prompt : null
}

function isFile({ url = '' }: IncomingMessage): boolean {
  return /^\/(?:files|stored|uploads)\//.test(url)
}

function listen(port: number, answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      // A client that goes away in the middle is not a defect of the service.
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
