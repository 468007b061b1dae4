import type { QueryResponse, RecentTask } from '../../../../electron/tasks/machine/responses.ts'
import { newFault, type Fault } from '../../../../shared/task/fault.ts'

/** Service behaviour that the spec allows, but that the simpler `ServiceModel` doesn't have. Chosen randomly for each sequence. */
export type RogueServiceBehaviour = {
  readonly outputs: number
  /**
   * Content of each entry in the list of recent tasks. `keys`: capability, time and idempotency key. `times`: capability and time. `ids`:
   * only the task ID. `missing`: the service has no such list.
   */
  readonly recent: 'keys' | 'times' | 'ids' | 'missing'
  /** Number of unrelated tasks with the same capability that are created elsewhere at the same time. */
  readonly strangers: number
  /** Time in milliseconds after which the service forgets an idempotency key. Null if the service never forgets keys. */
  readonly keyMemoryInMs: number | null
  /** The first `shortAnswers` status responses for a finished task list only one output. */
  readonly shortAnswers: number
  /** Part of the result URLs that changes with each status query. Previous URLs stay valid until `rename` is called. */
  readonly renames: 'nothing' | 'query' | 'path'
  /** True if status responses omit the URLs of files that were already downloaded. */
  readonly omitsDownloaded: boolean
  readonly hasEqualFiles: boolean
}

/** The service's response to status queries for a finished task. */
export type FinishedTaskResponse = 'results' | 'not-found' | 'billing-invariant' | 'refund-unknown' | 'failed'
export type DownloadFailureKind = 'refusal' | 'lost' | 'unreadable' | 'not-sent'
export const rogueModelCapabilityId = 'imgmodel-image-generator'

type RogueTask = {
  readonly taskId: string
  readonly key: string | null
  readonly createdAt: number
  status: 'processing' | 'completed'
  shortAnswers: number
}

/** A service whose URLs, lists and errors are as unhelpful as the spec allows. Its records show whether a client behaved correctly. */
export class RogueServiceModel {
  now = 1_000_000_000
  afterwards: FinishedTaskResponse = 'results'
  readonly manner: RogueServiceBehaviour
  readonly tasks: RogueTask[] = []
  readonly #bodies = new Map<string, string>()
  readonly #expired = new Set<string>()
  /** Files that can't be downloaded, by file number. */
  readonly #dead = new Map<number, { readonly kind: DownloadFailureKind; readonly isForEver: boolean }>()
  readonly #downloaded = new Set<string>()
  #order = 0
  #version = 0
  #oldestGoodVersion = 0

  constructor(manner: RogueServiceBehaviour) {
    this.manner = manner
  }

  get charges(): number {
    return this.tasks.filter(({ key }) => key !== null).length
  }

  task(taskId: string): RogueTask | null {
    return this.tasks.find((task) => task.taskId === taskId) ?? null
  }

  /** Returns the task for `key`, creating it if necessary. Null if the upload in `body` has expired. */
  submit(key: string, body: string): RogueTask | null {
    const { keyMemoryInMs, strangers, shortAnswers } = this.manner
    const known = this.tasks.findLast((task) => task.key === key)
    const isForgotten = known !== undefined && keyMemoryInMs !== null && this.now - known.createdAt > keyMemoryInMs
    const knownBody = this.#bodies.get(key)
    if (knownBody !== undefined && knownBody !== body) throw new Error(`I2: key ${key} was sent with ${knownBody} and with ${body}.`)
    this.#bodies.set(key, body)
    if (known !== undefined && !isForgotten) return known
    if (this.#expired.has(body)) return null
    const task: RogueTask = { taskId: `T${this.tasks.length}`, key, createdAt: this.now, status: 'processing', shortAnswers }
    if (this.tasks.length === 0) this.addStrangers(strangers)
    this.tasks.push(task)
    return task
  }

  addStrangers(count: number): void {
    for (let index = 0; index < count; index += 1)
      this.tasks.push({ taskId: `S${index}`, key: null, createdAt: this.now, status: 'processing', shortAnswers: 0 })
  }

  expire(body: string): void {
    this.#expired.add(body)
  }

  /** Makes expired uploads usable again. Simulates a service that reported a late upload as expired. */
  readyUploads(): void {
    this.#expired.clear()
  }

  finish(): void {
    for (const task of this.tasks) task.status = 'completed'
  }

  /** Invalidates all result URLs returned so far. */
  rename(): void {
    this.#version += 1
    this.#oldestGoodVersion = this.#version
  }

  shuffle(order: number): void {
    this.#order = order
  }

  kill(file: number, kind: DownloadFailureKind, isForEver: boolean): void {
    if (this.#dead.get(file)?.isForEver !== true) this.#dead.set(file, { kind, isForEver })
  }

  revive(): void {
    for (const [file, { isForEver }] of this.#dead) if (!isForEver) this.#dead.delete(file)
  }

  /** Returns the contents of the task's files that can be downloaded. */
  obtainable(taskId: string): readonly string[] {
    return this.#files.filter((file) => !this.#dead.has(file)).map((file) => this.#bytes(taskId, file))
  }

  /** Returns the contents of the task's files that can never be downloaded again. */
  lost(taskId: string): readonly string[] {
    return this.#files.filter((file) => this.#dead.get(file)?.isForEver === true).map((file) => this.#bytes(taskId, file))
  }

  /**
   * Returns the recent tasks, oldest first. Null if the service has no such list. No entry is older than the client's task. The list
   * therefore can't prove that the task was never created.
   */
  recent(): readonly RecentTask[] | null {
    const { recent } = this.manner
    if (recent === 'missing') return null
    return this.tasks.map(({ taskId, key, createdAt }) => ({
      taskId,
      status: null,
      capability: recent === 'ids' ? null : rogueModelCapabilityId,
      createdAt: recent === 'ids' ? null : createdAt,
      idempotencyKey: recent === 'keys' ? (key ?? `key of ${taskId}`) : null
    }))
  }

  query(taskId: string): QueryResponse | Fault {
    const task = this.task(taskId)
    if (task === null) throw new Error(`I4: ${taskId} is tracked, but the task doesn’t exist.`)
    if (task.status === 'processing') return answer('processing', [])
    switch (this.afterwards) {
      case 'not-found':
        return refusal(404, 'TASK_NOT_FOUND')
      case 'billing-invariant':
        return refusal(502, 'BILLING_INVARIANT_FAILED')
      case 'refund-unknown':
        return refusal(503, 'REFUND_OUTCOME_UNKNOWN')
      case 'failed':
        return answer('failed', [])
      case 'results':
        return answer('completed', this.#addresses(task))
    }
  }

  download(url: string): string | DownloadFailureKind {
    const [, taskId = '', inPath, file = '', inQuery] = /^https:\/\/files\/(\w+)\/(?:v(\d+)-)?(\d+)\.png\?sign=(\d+)$/.exec(url) ?? []
    if (taskId === '') throw new Error(`${url} was never a valid URL.`)
    const dead = this.#dead.get(Number(file))
    if (dead !== undefined) return dead.kind
    if (Number(inPath ?? inQuery) < this.#oldestGoodVersion) return 'refusal'
    this.#downloaded.add(`${taskId}/${file}`)
    return this.#bytes(taskId, Number(file))
  }

  get #files(): readonly number[] {
    return Array.from({ length: this.manner.outputs }, (_, file) => file)
  }

  #bytes(taskId: string, file: number): string {
    return `${taskId}, ${this.manner.hasEqualFiles && file < 2 ? 'equal' : `file ${file}`}`
  }

  #addresses(task: RogueTask): readonly string[] {
    const { renames, omitsDownloaded } = this.manner
    if (renames !== 'nothing') this.#version += 1
    const all = this.#files.toSorted((one, other) => ((one * 7 + this.#order) % 5) - ((other * 7 + this.#order) % 5))
    const left = all.filter((file) => !omitsDownloaded || !this.#downloaded.has(`${task.taskId}/${file}`))
    // A finished task always lists at least one output.
    const listed = left.length === 0 ? all : left
    const isShort = task.shortAnswers > 0
    if (isShort) task.shortAnswers -= 1
    return (isShort ? listed.slice(0, 1) : listed).map((file) => {
      const name = renames === 'path' ? `v${this.#version}-${file}` : String(file)
      return `https://files/${task.taskId}/${name}.png?sign=${this.#version}`
    })
  }
}

function answer(status: string, urls: readonly string[]): QueryResponse {
  return { status, urls, failureMessage: null, creditsRequired: null, creditsConsumed: 5, usageDeferred: false, retryAfterInMs: null }
}

function refusal(httpStatus: number, errorType: string): Fault {
  return newFault('query', 'refusal', { httpStatus, errorType })
}
