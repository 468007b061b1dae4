import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { createApiHandler } from './api-server.ts'
import type { Endpoint } from './api-server.ts'
import { createMemoryBlobStore, openDiskBlobStore } from './blob-store.ts'
import { createLedgerStore } from './ledger-store.ts'
import type { AccountChange, AccountRecord, LedgerRecord, LedgerStore } from './ledger-store.ts'
import { createCallLog } from './call-log.ts'
import type { LoggedCall } from './call-log.ts'
import { deployedCapabilities } from './capabilities/deployed-capabilities.ts'
import { noopLog, openDurableLog } from './durable-log.ts'
import { createFaultInjector } from './fault-injector.ts'
import type { FaultInjector } from './fault-injector.ts'
import { listenOnFirstFreePort } from './listen.ts'
import { createMcpRouter } from './mcp/mcp-endpoint.ts'
import type { ContractMutation, MutableContract } from './mutable-contract.ts'
import { createMutableContract } from './mutable-contract.ts'
import type { PracticeClock } from './practice-clock.ts'
import { systemClock } from './practice-clock.ts'
import { createRestRouter } from './rest-endpoints.ts'
import { createSignedUrls } from './signed-urls.ts'
import { createServerIdentity, readServerIdentity, writeServerIdentity } from './server-identity.ts'
import { resultPath, uploadBlobName } from './storage-paths.ts'
import { createStorageHandler } from './storage-server.ts'
import { createTaskService } from './task-service.ts'
import { createTaskRunner } from './task-runner.ts'
import { accountWithoutApiKey, taskSnapshot } from './task-snapshot.ts'
import type { TaskSnapshot } from './task-snapshot.ts'
import { createGenerator } from './generate-media.ts'

/** `expireUploads` expires all uploads granted so far. */
export type PracticeAccountChange = AccountChange & { readonly expireUploads?: true | undefined }

/** The service's state and controls, for the endpoints that tests add. */
export type PracticeInternals = {
  readonly ledgerStore: LedgerStore
  readonly faults: FaultInjector
  readonly contract: MutableContract
  readonly calls: () => readonly LoggedCall[]
  readonly tasks: () => readonly TaskSnapshot[]
  readonly changeAccount: (change: PracticeAccountChange) => Promise<void>
}

export type PracticeOptions = {
  /** Preferred API port. If the port is in use, a free port is used. Default: the port saved in `dataDir`, otherwise any free port. */
  readonly port?: number
  /** Preferred port of the storage origin. The fallback and the default are the same as for `port`. */
  readonly storagePort?: number
  /** Folder for data that survives a crash. If absent or null, data is only kept in memory. */
  readonly dataDir?: string | null
  /** API key to accept. Default: the key saved in `dataDir`, otherwise a new key. */
  readonly apiKey?: string
  /** Multiplies each task's duration, which is 4 to 9 s. Default 1. */
  readonly timeScale?: number
  /** Balance of a new account. Default 100,000. */
  readonly startingCredits?: number
  /**
   * `tiny` generates images of a few pixels, for tests with thousands of results. The images are valid files and differ for each task.
   * Default `full`.
   */
  readonly results?: 'full' | 'tiny'
  /** Default 30 minutes. */
  readonly uploadLifetimeInMs?: number
  /** Default 10 minutes. */
  readonly resultLifetimeInMs?: number
  /** Contract changes to apply before the first request. */
  readonly contractMoves?: readonly ContractMutation[]
  /** Clock for tasks, uploads and signed URLs. `delay` and `slow-body` faults still use real time. Default: the machine's clock. */
  readonly clock?: PracticeClock
  /** Returns a function that finds endpoints outside the simulated API. Null for all other paths. Only tests use this. Default: none. */
  readonly extraEndpoints?: (internals: PracticeInternals) => (method: string, path: string) => Endpoint | null
}

export type PracticeService = {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly storageUrl: string
  /** Current API key. `account.change` can replace this key. */
  readonly apiKey: string
  readonly faults: FaultInjector
  readonly ledger: () => readonly LedgerRecord[]
  /** Returns all tasks, oldest first. */
  readonly tasks: () => readonly TaskSnapshot[]
  readonly account: {
    readonly view: () => Omit<AccountRecord, 'apiKey'>
    readonly change: (change: PracticeAccountChange) => Promise<void>
  }
  /** Changes or restores the offered capabilities while the service runs. */
  readonly contract: Pick<MutableContract, 'move' | 'reset'>
  /** Returns the last 20,000 calls to both origins, newest last. */
  readonly calls: () => readonly LoggedCall[]
  readonly close: () => Promise<void>
}

/** Opens the embedded practice service on loopback: the API on one origin, its storage on another. */
export async function openPracticeService(options: PracticeOptions = {}): Promise<PracticeService> {
  const dataDir = options.dataDir ?? null
  const timeScale = options.timeScale ?? 1
  const clock = options.clock ?? systemClock
  const { now } = clock

  const facts = dataDir === null ? createServerIdentity() : await readServerIdentity(dataDir)
  const ledgerStore = createLedgerStore({
    apiKey: options.apiKey ?? `practice_${randomBytes(18).toString('base64url')}`,
    keyCondition: 'valid',
    isSubscribed: true,
    balance: options.startingCredits ?? 100_000
  })
  let isNew = true
  const replay = (entry: unknown): void => {
    isNew = false
    ledgerStore.replay(entry)
  }
  const log = dataDir === null ? noopLog : await openDurableLog(join(dataDir, 'books.jsonl'), replay)
  ledgerStore.writeTo(log)
  // Saves the whole new account, because a restart must find its key and balance.
  if (isNew) await ledgerStore.changeAccount(ledgerStore.account())
  else if (options.apiKey !== undefined && options.apiKey !== ledgerStore.account().apiKey)
    await ledgerStore.changeAccount({ apiKey: options.apiKey })

  const blobs = dataDir === null ? createMemoryBlobStore() : await openDiskBlobStore(join(dataDir, 'files'))
  // Deletes the files of uploads that expired more than a day ago. Tasks can't use these files any more.
  const staleSince = now() - 24 * 3_600_000
  const stale = [...ledgerStore.uploads()].filter((upload) => upload.expiresAt < staleSince)
  await Promise.all(stale.map((upload) => blobs.remove(uploadBlobName(upload.uploadId))))

  const faults = createFaultInjector()
  const calls = createCallLog(20_000)
  let storagePort = 0
  const storageUrl = (): string => `http://127.0.0.1:${storagePort}`
  const signedUrls = createSignedUrls(facts.linkSecret, storageUrl)
  const resultLifetimeInMs = options.resultLifetimeInMs ?? 10 * 60_000

  const contract = createMutableContract(deployedCapabilities)
  contract.move(options.contractMoves ?? [])
  const make = createGenerator({ deployment: contract.everOffered, blobs, results: options.results ?? 'full' })
  const maker = createTaskRunner({ ledgerStore, blobs, make, clock })
  const tasks = (): TaskSnapshot[] =>
    [...ledgerStore.tasks()].map((task) =>
      taskSnapshot(task, now(), (index, contentType) =>
        signedUrls.make('GET', resultPath(task.taskId, index, contentType), now() + resultLifetimeInMs)
      )
    )
  const changeAccount = async ({ expireUploads, ...change }: PracticeAccountChange): Promise<void> => {
    if (expireUploads === true) await ledgerStore.expireUploads(now())
    if (Object.keys(change).length > 0) await ledgerStore.changeAccount(change)
  }

  const storage = await listenOnFirstFreePort(
    [options.storagePort ?? facts.storagePort],
    createStorageHandler({ ledgerStore, blobs, signedUrls, now, nextFault: faults.next, recordCall: calls.record })
  )
  storagePort = storage.port
  let port = 0
  const url = (): string => `http://127.0.0.1:${port}`
  const taskService = createTaskService({
    deployment: contract.offered,
    ledgerStore,
    blobs,
    signedUrls,
    storageUrl,
    storagePort: () => storagePort,
    startTask: maker.start,
    now,
    chooseDuration: () => Math.round(randomInt(4000, 9001) * timeScale),
    uploadLifetimeInMs: options.uploadLifetimeInMs ?? 30 * 60_000,
    resultLifetimeInMs
  })
  const findRest = createRestRouter({ deployment: contract.offered, tasks: taskService, url, storageUrl, now })
  const findExtra = options.extraEndpoints?.({ ledgerStore, faults, contract, calls: calls.list, tasks, changeAccount })
  const findMcp = createMcpRouter({ deployment: contract.offered, tasks: taskService, blobs, now, nextFault: faults.next })
  const findEndpoint = (method: string, path: string): ReturnType<typeof findRest> =>
    findExtra?.(method, path) ?? findMcp(method, path) ?? findRest(method, path)
  const api = await listenOnFirstFreePort(
    [options.port ?? facts.port],
    createApiHandler({ findEndpoint, account: ledgerStore.account, nextFault: faults.next, recordCall: calls.record, now })
  )
  port = api.port
  if (dataDir !== null) await writeServerIdentity(dataDir, { ...facts, port, storagePort })

  for (const task of ledgerStore.tasks()) maker.start(task)

  return {
    url: url(),
    storageUrl: storageUrl(),
    get apiKey() {
      return ledgerStore.account().apiKey
    },
    faults,
    ledger: ledgerStore.ledger,
    tasks,
    account: { view: () => accountWithoutApiKey(ledgerStore.account()), change: changeAccount },
    contract,
    calls: calls.list,
    close: async () => {
      await Promise.all([api.close(), storage.close()])
      await maker.close()
      await log.close()
    }
  }
}
