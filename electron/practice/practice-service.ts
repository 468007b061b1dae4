import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { createApiHandler } from './api-server.ts'
import { createMemoryBlobs, openDiskBlobs } from './blobs.ts'
import { createBooks } from './books.ts'
import type { Account, LedgerEntry } from './books.ts'
import { createCallLog } from './calls.ts'
import type { Call } from './calls.ts'
import { deployment } from './capabilities/deployment.ts'
import { forgetfulLog, openDurableLog } from './durable-log.ts'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { listen } from './listen.ts'
import { createMcpEndpoint } from './mcp/mcp-endpoint.ts'
import type { ContractMove, MovingContract } from './moving-contract.ts'
import { createMovingContract } from './moving-contract.ts'
import type { PracticeClock } from './practice-clock.ts'
import { machineClock } from './practice-clock.ts'
import { createRestEndpoints } from './rest-endpoints.ts'
import { createLinks } from './result-links.ts'
import { freshFacts, readFacts, writeFacts } from './standing-facts.ts'
import { resultPath, uploadBlobName } from './storage-paths.ts'
import { createStorageHandler } from './storage-server.ts'
import { createTaskDesk } from './task-desk.ts'
import { createTaskMaker } from './task-maker.ts'
import { accountView, createWitnessEndpoints, witnessOf } from './witness.ts'
import type { AccountChange, TaskWitness } from './witness.ts'
import { createWorkshop } from './workshop.ts'

export type PracticeOptions = {
  /** Preferred port of the API; a free one is taken when it is not free. Default: the one remembered in `dataDir`, else any. */
  readonly port?: number
  /** The same for the storage origin. */
  readonly storagePort?: number
  /** Folder in which everything survives a kill; absent or null: in memory. */
  readonly dataDir?: string | null
  /** Default: the one that the folder remembers, else a new one. */
  readonly apiKey?: string
  /** Multiplies the time that tasks take: 4 to 9 s times this. Default 1. */
  readonly timeScale?: number
  /** Balance of a new account. Default 100,000. */
  readonly startingCredits?: number
  /** `tiny`: pictures of a few pixels, for harnesses that make thousands. Real files, different for each task. Default `full`. */
  readonly results?: 'full' | 'tiny'
  /** Default 30 minutes. */
  readonly uploadLifetimeInMs?: number
  /** Default 10 minutes. */
  readonly resultLifetimeInMs?: number
  /** What has moved in the contract before anybody reads it. */
  readonly contractMoves?: readonly ContractMove[]
  /** What tasks, uploads and links go by; `delay` and `slow-body` faults take real time all the same. Default: the machine's clock. */
  readonly clock?: PracticeClock
}

export type PracticeService = {
  /** Base URL of the API, without a slash at the end. */
  readonly url: string
  readonly storageUrl: string
  /** The key that is valid now. */
  readonly apiKey: string
  readonly faults: Faults
  readonly ledger: () => readonly LedgerEntry[]
  /** Oldest first. */
  readonly tasks: () => readonly TaskWitness[]
  readonly account: {
    readonly view: () => Omit<Account, 'apiKey'>
    readonly change: (change: AccountChange) => Promise<void>
  }
  /** What is offered; it may be changed while the service runs. */
  readonly contract: Pick<MovingContract, 'move' | 'reset'>
  /** The last 20,000 calls to both origins, newest last. */
  readonly calls: () => readonly Call[]
  readonly close: () => Promise<void>
}

/** Opens the embedded practice service on loopback: the API on one origin, its storage on another. Behaviour section 8. */
export async function openPracticeService(options: PracticeOptions = {}): Promise<PracticeService> {
  const dataDir = options.dataDir ?? null
  const timeScale = options.timeScale ?? 1
  const clock = options.clock ?? machineClock
  const { now } = clock

  const facts = dataDir === null ? freshFacts() : await readFacts(dataDir)
  const books = createBooks({
    apiKey: options.apiKey ?? `practice_${randomBytes(18).toString('base64url')}`,
    keyCondition: 'valid',
    isSubscribed: true,
    balance: options.startingCredits ?? 100_000
  })
  let isNew = true
  const replay = (entry: unknown): void => {
    isNew = false
    books.replay(entry)
  }
  const log = dataDir === null ? forgetfulLog : await openDurableLog(join(dataDir, 'books.jsonl'), replay)
  books.writeTo(log)
  // A new account is written down whole, so that its key and balance are found again.
  if (isNew) await books.changeAccount(books.account())
  else if (options.apiKey !== undefined && options.apiKey !== books.account().apiKey) await books.changeAccount({ apiKey: options.apiKey })

  const blobs = dataDir === null ? createMemoryBlobs() : await openDiskBlobs(join(dataDir, 'files'))
  // Nobody can read an upload after it has expired; a day later no task works on it any more either.
  const staleSince = now() - 24 * 3_600_000
  const stale = [...books.uploads()].filter((upload) => upload.expiresAt < staleSince)
  await Promise.all(stale.map((upload) => blobs.remove(uploadBlobName(upload.uploadId))))

  const faults = createFaults()
  const calls = createCallLog(20_000)
  let storagePort = 0
  const storageUrl = (): string => `http://127.0.0.1:${storagePort}`
  const links = createLinks(facts.linkSecret, storageUrl)
  const resultLifetimeInMs = options.resultLifetimeInMs ?? 10 * 60_000

  const contract = createMovingContract(deployment)
  contract.move(options.contractMoves ?? [])
  const make = createWorkshop({ deployment: contract.everOffered, blobs, results: options.results ?? 'full' })
  const maker = createTaskMaker({ books, blobs, make, clock })
  const tasks = (): TaskWitness[] =>
    [...books.tasks()].map((task) =>
      witnessOf(task, now(), (index, contentType) =>
        links.make('GET', resultPath(task.taskId, index, contentType), now() + resultLifetimeInMs)
      )
    )
  const changeAccount = async ({ expireUploads, ...change }: AccountChange): Promise<void> => {
    if (expireUploads === true) await books.expireUploads(now())
    if (Object.keys(change).length > 0) await books.changeAccount(change)
  }

  const storage = await listen(
    [options.storagePort ?? facts.storagePort],
    createStorageHandler({ books, blobs, links, now, takeFault: faults.take, recordCall: calls.record })
  )
  storagePort = storage.port
  let port = 0
  const url = (): string => `http://127.0.0.1:${port}`
  const desk = createTaskDesk({
    deployment: contract.offered,
    books,
    blobs,
    links,
    storageUrl,
    storagePort: () => storagePort,
    startTask: maker.take,
    now,
    chooseDuration: () => Math.round(randomInt(4000, 9001) * timeScale),
    uploadLifetimeInMs: options.uploadLifetimeInMs ?? 30 * 60_000,
    resultLifetimeInMs
  })
  const findRest = createRestEndpoints({ deployment: contract.offered, desk, url, now })
  const findWitness = createWitnessEndpoints({ books, faults, contract, calls: calls.list, tasks, changeAccount })
  const findMcp = createMcpEndpoint({ deployment: contract.offered, desk, blobs, now, takeFault: faults.take })
  const findEndpoint = (method: string, path: string): ReturnType<typeof findRest> =>
    findWitness(method, path) ?? findMcp(method, path) ?? findRest(method, path)
  const api = await listen(
    [options.port ?? facts.port],
    createApiHandler({ findEndpoint, account: books.account, takeFault: faults.take, recordCall: calls.record, now })
  )
  port = api.port
  if (dataDir !== null) await writeFacts(dataDir, { ...facts, port, storagePort })

  for (const task of books.tasks()) maker.take(task)

  return {
    url: url(),
    storageUrl: storageUrl(),
    get apiKey() {
      return books.account().apiKey
    },
    faults,
    ledger: books.ledger,
    tasks,
    account: { view: () => accountView(books.account()), change: changeAccount },
    contract,
    calls: calls.list,
    close: async () => {
      await Promise.all([api.close(), storage.close()])
      await maker.close()
      await log.close()
    }
  }
}
