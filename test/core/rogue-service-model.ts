import type { Queried, RecentTask } from '../../electron/core/answers.ts'
import { newFault, type Fault } from '../../shared/fault.ts'

/** What a lawful service may do beside what the plain model does. Drawn once for each sequence. */
export type RogueManner = {
  readonly outputs: number
  /** What an entry of the recent tasks has. `missing`: the service has no such list. */
  readonly recent: 'keys' | 'times' | 'ids' | 'missing'
  /** Tasks of the same capability that were made elsewhere within the same seconds. */
  readonly strangers: number
  /** Milliseconds after which it forgets keys, or null. */
  readonly keyMemoryInMs: number | null
  /** So many answers about a finished task name one output only. */
  readonly shortAnswers: number
  /** What of its addresses each query changes; the earlier ones stay good until `rename`. */
  readonly renames: 'nothing' | 'query' | 'path'
  /** Whether a list leaves out files that were downloaded. */
  readonly leavesOutDownloaded: boolean
  readonly hasEqualFiles: boolean
}

/** What a query says of a task after it was finished. */
export type Afterwards = 'results' | 'not-found' | 'billing-invariant' | 'refund-unknown' | 'failed'
export type DeadKind = 'refusal' | 'lost' | 'unreadable' | 'not-sent'
export const capability = 'imgmodel-image-generator'

type RogueTask = {
  readonly taskId: string
  readonly key: string | null
  readonly createdAt: number
  status: 'processing' | 'completed'
  shortAnswers: number
}

/** A service whose books judge what a client does to it. Addresses, lists and errors are as awkward as the spec allows. */
export class RogueServiceModel {
  now = 1_000_000_000
  afterwards: Afterwards = 'results'
  readonly manner: RogueManner
  readonly tasks: RogueTask[] = []
  readonly #bodies = new Map<string, string>()
  readonly #expired = new Set<string>()
  /** Dead files by number. */
  readonly #dead = new Map<number, { readonly kind: DeadKind; readonly isForEver: boolean }>()
  readonly #downloaded = new Set<string>()
  #order = 0
  #version = 0
  #oldestGoodVersion = 0

  constructor(manner: RogueManner) {
    this.manner = manner
  }

  get charges(): number {
    return this.tasks.filter(({ key }) => key !== null).length
  }

  task(taskId: string): RogueTask | null {
    return this.tasks.find((task) => task.taskId === taskId) ?? null
  }

  /** Null: the upload in it has expired. */
  submit(key: string, body: string): RogueTask | null {
    const { keyMemoryInMs, strangers, shortAnswers } = this.manner
    const known = this.tasks.findLast((task) => task.key === key)
    const isForgotten = known !== undefined && keyMemoryInMs !== null && this.now - known.createdAt > keyMemoryInMs
    const knownBody = this.#bodies.get(key)
    if (knownBody !== undefined && knownBody !== body) throw new Error(`I2: key ${key} came with ${knownBody} and with ${body}.`)
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

  /** Uploads that it called expired can be used all the same, such as those that were only late. */
  readyUploads(): void {
    this.#expired.clear()
  }

  finish(): void {
    for (const task of this.tasks) task.status = 'completed'
  }

  /** All addresses that were given so far are dead from now on. */
  rename(): void {
    this.#version += 1
    this.#oldestGoodVersion = this.#version
  }

  shuffle(order: number): void {
    this.#order = order
  }

  kill(file: number, kind: DeadKind, isForEver: boolean): void {
    if (this.#dead.get(file)?.isForEver !== true) this.#dead.set(file, { kind, isForEver })
  }

  revive(): void {
    for (const [file, { isForEver }] of this.#dead) if (!isForEver) this.#dead.delete(file)
  }

  /** The bytes that can be downloaded sooner or later, in no order. */
  obtainable(taskId: string): readonly string[] {
    return this.#files.filter((file) => !this.#dead.has(file)).map((file) => this.#bytes(taskId, file))
  }

  get hasLostFiles(): boolean {
    return this.#files.some((file) => this.#dead.get(file)?.isForEver === true)
  }

  /** Null: it has no such list. Newest first, and never back to before the first task, so that it proves nothing by itself. */
  recent(): readonly RecentTask[] | null {
    const { recent } = this.manner
    if (recent === 'missing') return null
    return this.tasks.map(({ taskId, key, createdAt }) => ({
      taskId,
      status: null,
      capability: recent === 'ids' ? null : capability,
      createdAt: recent === 'ids' ? null : createdAt,
      idempotencyKey: recent === 'keys' ? (key ?? `key of ${taskId}`) : null
    }))
  }

  query(taskId: string): Queried | Fault {
    const task = this.task(taskId)
    if (task === null) throw new Error(`I4: ${taskId} is followed, and there is no such task.`)
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

  download(url: string): string | DeadKind {
    const [, taskId = '', inPath, file = '', inQuery] = /^https:\/\/files\/(\w+)\/(?:v(\d+)-)?(\d+)\.png\?sign=(\d+)$/.exec(url) ?? []
    if (taskId === '') throw new Error(`${url} was never an address.`)
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
    const { renames, leavesOutDownloaded } = this.manner
    if (renames !== 'nothing') this.#version += 1
    const all = this.#files.toSorted((one, other) => ((one * 7 + this.#order) % 5) - ((other * 7 + this.#order) % 5))
    const left = all.filter((file) => !leavesOutDownloaded || !this.#downloaded.has(`${task.taskId}/${file}`))
    // A finished task names something at all times.
    const listed = left.length === 0 ? all : left
    const isShort = task.shortAnswers > 0
    if (isShort) task.shortAnswers -= 1
    return (isShort ? listed.slice(0, 1) : listed).map((file) => {
      const name = renames === 'path' ? `v${this.#version}-${file}` : String(file)
      return `https://files/${task.taskId}/${name}.png?sign=${this.#version}`
    })
  }
}

function answer(status: string, urls: readonly string[]): Queried {
  return { status, urls, failureMessage: null, creditsRequired: null, creditsConsumed: 5, usageDeferred: false, retryAfterInMs: null }
}

function refusal(httpStatus: number, errorType: string): Fault {
  return newFault('query', 'refusal', { httpStatus, errorType })
}
