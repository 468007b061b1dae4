import { expect } from 'vitest'
import type { QueryResponse } from '../../../../electron/tasks/machine/responses.ts'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import { restoredTask } from '../../../../electron/tasks/machine/restored-task.ts'
import type { TaskEvent } from '../../../../electron/tasks/machine/task-event.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import { isCancelledUnconfirmed, isUnsent } from '../../../../electron/tasks/machine/task-predicates.ts'
import type { SavedResult, TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { decodeRecord, encodeRecord } from '../../../../electron/tasks/journal/record-codec.ts'
import { newFault, type Fault, type ApiStep } from '../../../../shared/task/fault.ts'
import { sampleInput, sampleTask } from './sample-task.ts'
import type { ServiceModel } from './service-model.ts'

/** HTTP status and error type of responses that mean the service rejected the request (spec section 7). */
export const rejectionResponses = [
  [400, 'VALIDATION_ERROR'],
  [401, 'API_KEY_INVALID_OR_REVOKED'],
  [402, 'NEED_PURCHASE_CREDITS'],
  [403, 'NEED_SUBSCRIBE'],
  [404, 'CAPABILITY_NOT_ENABLED'],
  [409, 'UPLOAD_NOT_READY'],
  [429, 'RATE_LIMITED']
] as const
/** HTTP status and error type of responses that leave the request's outcome unknown (spec section 7). */
export const unknownOutcomeResponses = [
  [409, 'IDEMPOTENCY_IN_PROGRESS'],
  [409, 'IDEMPOTENCY_CONFLICT'],
  [404, 'TASK_NOT_FOUND'],
  [500, 'SOMETHING_NEW'],
  [502, 'BILLING_INVARIANT_FAILED'],
  [503, 'CREDENTIAL_STORAGE_UNAVAILABLE'],
  [503, 'SUBMISSION_OUTCOME_UNKNOWN'],
  [503, 'UPSTREAM_TIMEOUT'],
  [503, 'RESULT_MISSING']
] as const
export type CallConditions =
  | { readonly kind: 'well' | 'not-sent' | 'expired' }
  | { readonly kind: 'lost' | 'torn' | 'killed'; readonly isDone: boolean }
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly errorType: string }
  | { readonly kind: 'unknown'; readonly httpStatus: number; readonly errorType: string; readonly isDone: boolean }
export const goodConditions: CallConditions = { kind: 'well' }

/** A model of the engine without queues, timers or files. It consists of one task, its journal and the set of saved results. */
export class ClientModel {
  record: TaskRecord
  /** The journal's content, as JSON. */
  #written: string
  readonly #copies: string[] = []
  readonly #service: ServiceModel
  readonly #onDisk = new Set<number>()
  #now = 1_000_000
  #keys = 0
  #uploads = 0

  constructor(service: ServiceModel) {
    this.#service = service
    this.record = sampleTask({ inputs: [sampleInput] })
    this.#written = this.#journaled()
  }

  /**
   * Advances the clock. A negative `inMs` sets the clock back. The client then restarts, because a running client ignores such a change.
   */
  wait(inMs: number): void {
    this.#now += inMs
    if (inMs < 0) this.restart()
  }

  restart(): void {
    this.record = this.#inJournal()
    this.tell({ kind: 'restarted' })
  }

  keepCopy(): void {
    this.#copies.push(this.#written)
  }

  /** Simulates a damaged journal that is replaced by its latest copy. Does nothing if there is no copy. */
  restore(): void {
    const copy = this.#copies.at(-1)
    if (copy === undefined) return
    this.#written = copy
    this.record = restoredTask(this.#inJournal(), this.#now)
    this.#written = this.#journaled()
    this.restart()
  }

  /** Advances the clock until the next step is due, then runs the step. */
  step(conditions: CallConditions): void {
    const next = nextSteps(this.record).toSorted((one, other) => one.at - other.at)[0]
    if (next === undefined) return
    this.#now = Math.max(this.#now, next.at)
    switch (next.lane) {
      case 'upload':
        return this.#upload(conditions)
      case 'send':
        return this.#send(conditions)
      case 'look':
        return this.#look(conditions)
      case 'poll':
        return this.#poll(conditions)
      case 'collect':
        return this.#collect(conditions)
    }
  }

  choose(conditions: CallConditions): void {
    const { record } = this
    if (record.state.phase !== 'needs_input' || record.taskId === null) return
    this.tell({ kind: 'faces-chosen', arguments: '{"faceIds":["a"]}' })
    if (this.record.state.phase !== 'selecting') throw new Error('A face selection was sent before it was saved.')
    expect(this.#inJournal().choice?.fate).toBe('on-the-way')
    const { taskId } = record
    this.#meet(conditions, 'select-faces', {
      work: () => this.#service.choose(taskId),
      answer: () => this.tell({ kind: 'faces-taken' }),
      failed: (fault) => this.tell({ kind: 'choice-failed', fault })
    })
  }

  /** Applies a user action or another external event. */
  act(what: 'look-again' | 'cancel' | 'hide' | 'hold' | 'mend' | 'lose-file' | 'ask' | 'agree'): void {
    switch (what) {
      case 'look-again':
        return this.tell({ kind: 'look-again' })
      case 'cancel':
        return this.#cancel()
      case 'hide':
        return this.tell({ kind: 'hidden' })
      case 'hold':
        return isUnsent(this.record) ? this.tell({ kind: 'account-held', reason: 'key' }) : undefined
      case 'mend':
        return this.tell({ kind: 'account-fixed' })
      case 'ask':
        return this.tell({ kind: 'questioned', question: { kind: 'price', before: 5, now: 6 } })
      case 'agree':
        return this.tell({ kind: 'price-agreed' })
      case 'lose-file':
        if (this.record.state.phase !== 'done') return
        this.#onDisk.delete(0)
        return this.tell({ kind: 'fetch-again', indexes: [0] })
    }
  }

  /** True if another copy of Kiln may have sent the task. Kiln is then asking about the copy, or the user has cancelled the task. */
  mayBeSentByCopy(): boolean {
    return this.#isAskedAboutCopy() || isCancelledUnconfirmed(this.record)
  }

  #isAskedAboutCopy(): boolean {
    const { state } = this.record
    return state.phase === 'held' && state.question?.kind === 'copy'
  }

  #cancel(): void {
    const before = this.record
    const isAsked = this.#isAskedAboutCopy()
    this.tell({ kind: 'cancelled' })
    const isNew = isCancelledUnconfirmed(this.record) && !isCancelledUnconfirmed(before)
    if (isNew && !isAsked) throw new Error('A task that may have been sent was cancelled without the question about the copy.')
  }

  /** True if the task is done and the files of all its outputs are on disk. */
  hasFiles(): boolean {
    const { state } = this.record
    return state.phase === 'done' && state.outputs.every((_, index) => this.#onDisk.has(index))
  }

  tell(event: TaskEvent): void {
    const before = this.record
    this.#keys += 1
    const context = { now: this.#now, random: 0.3, timeScale: 1, nextKey: `next-${this.#keys}` }
    const { record, mustPersist } = decide(before, event, context)
    this.record = record
    if (mustPersist) this.#written = this.#journaled()
    // Invariant I3: a task stops being unconfirmed only with evidence.
    if (before.inDoubt && !record.inDoubt) expect(isEvidence(event), JSON.stringify(event)).toBe(true)
  }

  #upload(conditions: CallConditions): void {
    this.tell({ kind: 'upload-began' })
    if (conditions.kind === 'killed' && !conditions.isDone) return this.restart()
    this.tell({ kind: 'uploaded' })
  }

  #send(conditions: CallConditions): void {
    const body = this.record.body ?? this.#freshBody()
    this.tell({ kind: 'sending', body })
    const { record } = this
    if (record.state.phase !== 'submitting' || !record.state.isSent) return
    // Invariant I1: the journal contains every request exactly as it is sent.
    expect(this.#inJournal()).toMatchObject({ idempotencyKey: record.idempotencyKey, body, state: { phase: 'submitting', isSent: true } })
    const { idempotencyKey: key } = record
    if (conditions.kind === 'expired') this.#service.expire(body)
    let taskId: string | null = null
    this.#meet(conditions, 'submit', {
      work: () => {
        taskId = this.#service.submit(key, body)?.taskId ?? null
      },
      answer: () => {
        if (taskId === null) return this.tell({ kind: 'submit-failed', fault: refusal('submit', 410, 'UPLOAD_EXPIRED') })
        const answer = { taskId, creditsRequired: null, creditsConsumed: 5, usageDeferred: null }
        this.tell({ kind: 'submitted', answer, httpStatus: 200, requestId: null })
      },
      failed: (fault) => this.tell({ kind: 'submit-failed', fault })
    })
  }

  #look(conditions: CallConditions): void {
    const found = this.#service.tasks.find(({ key }) => key === this.record.idempotencyKey)?.taskId ?? null
    this.#meet(conditions, 'recent', {
      work: () => undefined,
      answer: () => this.tell({ kind: 'recent-read', foundTaskId: found, requestId: null }),
      failed: (fault) => this.tell({ kind: 'recent-failed', fault })
    })
  }

  #poll(conditions: CallConditions): void {
    const theirs = this.#service.task(this.record.taskId ?? '')
    if (theirs === null) throw new Error(`I4: ${this.record.taskId} is tracked, but the task doesn’t exist.`)
    const { status, charges, refunds } = theirs
    this.#meet(conditions, 'query', {
      work: () => undefined,
      answer: () => {
        const urls = status === 'completed' ? ['https://x/a.png'] : []
        const answer: QueryResponse = {
          status,
          urls,
          failureMessage: null,
          creditsRequired: null,
          creditsConsumed: 5 * (charges - refunds),
          usageDeferred: false,
          retryAfterInMs: null
        }
        if (this.record.state.phase === 'failed') return this.tell({ kind: 'credits-read', answer, httpStatus: 200, requestId: null })
        this.tell({ kind: 'queried', answer, stems: urls.map(() => '/library/a'), httpStatus: 200, requestId: null })
      },
      failed: (fault) => this.tell({ kind: 'query-failed', fault })
    })
  }

  #collect(conditions: CallConditions): void {
    this.#meet(conditions, 'download', {
      work: () => this.#onDisk.add(0),
      answer: () => this.tell({ kind: 'kept', index: 0, result: resultOnDisk, downloadSha256: 'ab', isTorn: false }),
      failed: (fault) => this.tell({ kind: 'keep-failed', index: 0, fault })
    })
  }

  #meet(
    conditions: CallConditions,
    step: ApiStep,
    call: { readonly work: () => void; readonly answer: () => void; readonly failed: (fault: Fault) => void }
  ): void {
    const isDone = conditions.kind === 'well' || conditions.kind === 'expired' || ('isDone' in conditions && conditions.isDone)
    if (isDone) call.work()
    switch (conditions.kind) {
      case 'well':
      case 'expired':
        return call.answer()
      case 'not-sent':
        return call.failed(newFault(step, 'not-sent'))
      case 'lost':
        return call.failed(newFault(step, 'lost'))
      case 'torn':
        return call.failed(newFault(step, 'unreadable', { httpStatus: 200 }))
      case 'killed':
        return this.restart()
      case 'refused':
      case 'unknown':
        return call.failed(refusal(step, conditions.httpStatus, conditions.errorType))
    }
  }

  #freshBody(): string {
    this.#uploads += 1
    return `{"imageUrl":"upload-${this.#uploads}"}`
  }

  #journaled(): string {
    const { body } = this.record
    return JSON.stringify({ record: encodeRecord(this.record), body })
  }

  #inJournal(): TaskRecord {
    const { record, body } = JSON.parse(this.#written) as { record: string; body: string | null }
    return decodeRecord(record, body)
  }
}

function isEvidence(event: TaskEvent): boolean {
  const isProof = event.kind === 'recent-read' && (event.foundTaskId !== null || event.isAbsent === true)
  return event.kind === 'submitted' || isProof
}

function refusal(step: ApiStep, httpStatus: number, errorType: string): Fault {
  return newFault(step, 'refusal', { httpStatus, errorType })
}

const resultOnDisk: SavedResult = {
  id: 'r',
  index: 0,
  path: '/library/a.png',
  contentType: 'image/png',
  medium: 'image',
  bytes: 1,
  sha256: 'ab',
  width: 1,
  height: 1,
  savedAt: 1
}
