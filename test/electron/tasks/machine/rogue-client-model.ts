import { expect } from 'vitest'
import { nextIdempotencyKey } from '../../../../electron/service/idempotency-key.ts'
import { savedOutputsOf } from '../../../../electron/tasks/machine/collecting.ts'
import { outputCountWithNewUrls } from '../../../../electron/tasks/machine/refresh-result-urls.ts'
import { nextSteps, type NextStep } from '../../../../electron/tasks/machine/next-step.ts'
import { requestedOutputCount } from '../../../../electron/tasks/machine/output-count.ts'
import { matchRecentTasks, provesAbsence } from '../../../../electron/tasks/machine/recovery-plan.ts'
import { restoredTask } from '../../../../electron/tasks/machine/restored-task.ts'
import type { TaskEvent } from '../../../../electron/tasks/machine/task-event.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import { isCancelledUnconfirmed, isUnsent } from '../../../../electron/tasks/machine/task-predicates.ts'
import { maxUploadAttempts } from '../../../../electron/tasks/machine/uploading.ts'
import type { SavedResult, TaskOutput, TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { decodeRecord, encodeRecord } from '../../../../electron/tasks/journal/record-codec.ts'
import { newFault, type Fault, type ApiStep } from '../../../../shared/task/fault.ts'
import type { CallConditions } from './client-model.ts'
import { rogueModelCapabilityId, type RogueServiceModel } from './rogue-service-model.ts'
import { sampleInput, sampleTask } from './sample-task.ts'

/** `bare-conflict`: HTTP 409 without an error type. `isDone`: true if the service did the work before it responded. */
export type RogueCallConditions = CallConditions | { readonly kind: 'bare-conflict'; readonly isDone: boolean }

/** A model of the engine for one task with several outputs. It omits the queues, timers and files. */
export class RogueClientModel {
  record: TaskRecord
  /** The record in the journal. `#inJournal` encodes and decodes it, as the real journal does. */
  #written: TaskRecord
  readonly #copies: TaskRecord[] = []
  readonly #service: RogueServiceModel
  readonly #keys = new Set<string>()
  #uploads = 0
  #places = 0

  constructor(service: RogueServiceModel, hasFiles: boolean) {
    this.#service = service
    const values = { prompt: 'bowls', imageNum: String(service.manner.outputs) }
    this.record = sampleTask({ capability: rogueModelCapabilityId, values, createdAt: service.now, inputs: hasFiles ? [sampleInput] : [] })
    this.#written = this.record
  }

  get outputs(): readonly TaskOutput[] {
    const { state } = this.record
    return 'outputs' in state ? state.outputs : []
  }

  /** Digests of the saved files. */
  get saved(): readonly string[] {
    return this.outputs.flatMap(({ result, downloadSha256 }) => (result === null ? [] : [downloadSha256 ?? '']))
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
    this.#tell({ kind: 'cancelled' })
    const isNew = isCancelledUnconfirmed(this.record) && !isCancelledUnconfirmed(before)
    if (isNew && !isAsked) throw new Error('A task that may have been sent was cancelled without the question about the copy.')
  }

  isOwnKey(key: string | null): boolean {
    return key !== null && this.#keys.has(key)
  }

  restart(): void {
    this.record = this.#inJournal()
    this.#tell({ kind: 'restarted' })
  }

  keepCopy(): void {
    this.#copies.push(this.#written)
  }

  restore(copy: number): void {
    const written = this.#copies[copy % Math.max(1, this.#copies.length)]
    if (written === undefined) return
    this.#written = written
    this.record = restoredTask(this.#inJournal(), this.#service.now)
    this.#written = this.record
    this.restart()
  }

  /**
   * Applies a user action or another external event. `agree` accepts a price, but never for a task that another copy of Kiln may have sent.
   */
  act(what: 'look-again' | 'cancel' | 'hold' | 'mend' | 'ask' | 'agree' | 'lose-files'): void {
    switch (what) {
      case 'look-again':
        return this.#tell({ kind: 'look-again' })
      case 'cancel':
        return this.#cancel()
      case 'hold':
        return isUnsent(this.record) ? this.#tell({ kind: 'account-held', reason: 'credits' }) : undefined
      case 'mend':
        return this.#tell({ kind: 'account-fixed' })
      case 'ask':
        return this.#tell({ kind: 'questioned', question: { kind: 'price', before: 5, now: 6 } })
      case 'agree':
        return this.#tell({ kind: 'price-agreed' })
      case 'lose-files':
        if (this.record.state.phase !== 'done') return
        return this.#tell({ kind: 'fetch-again', indexes: [0, 2] })
    }
  }

  /** Advances the clock until the next step is due, then runs it. `choice` selects one of several steps that are due at the same time. */
  step(conditions: RogueCallConditions, choice: number): void {
    const steps = nextSteps(this.record)
    const earliest = Math.min(...steps.map(({ at }) => at))
    const due = steps.filter(({ at }) => at === earliest)
    const next = due[choice % Math.max(1, due.length)]
    if (next === undefined) return
    this.#service.now = Math.max(this.#service.now, next.at)
    this.#take(next, conditions)
  }

  #take(next: NextStep, conditions: RogueCallConditions): void {
    switch (next.lane) {
      case 'upload':
        this.#tell({ kind: 'upload-began' })
        return conditions.kind === 'killed' ? this.restart() : this.#tell({ kind: 'uploaded' })
      case 'send':
        return this.#send(conditions)
      case 'look':
        return this.#look(conditions)
      case 'poll':
        return this.#poll(conditions)
      case 'collect':
        return this.#collect(next.index, conditions)
    }
  }

  #send(conditions: RogueCallConditions): void {
    const body = this.record.body ?? this.#freshBody()
    this.#tell({ kind: 'sending', body })
    const { record } = this
    if (record.state.phase !== 'submitting' || !record.state.isSent) return
    // Invariant I1: the journal contains every request exactly as it is sent.
    expect(this.#inJournal()).toMatchObject({ idempotencyKey: record.idempotencyKey, body, state: { phase: 'submitting', isSent: true } })
    const { idempotencyKey: key } = record
    this.#keys.add(key)
    if (conditions.kind === 'expired') this.#service.expire(body)
    let taskId: string | null = null
    this.#meet(conditions, 'submit', {
      work: () => {
        taskId = this.#service.submit(key, body)?.taskId ?? null
      },
      answer: () => {
        if (taskId === null)
          return this.#tell({
            kind: 'submit-failed',
            fault: newFault('submit', 'refusal', { httpStatus: 410, errorType: 'UPLOAD_EXPIRED' })
          })
        const answer = { taskId, creditsRequired: null, creditsConsumed: 5, usageDeferred: null }
        this.#tell({ kind: 'submitted', answer, httpStatus: 200, requestId: null })
      },
      failed: (fault) => this.#tell({ kind: 'submit-failed', fault })
    })
  }

  #look(conditions: RogueCallConditions): void {
    this.#meet(conditions, 'recent', {
      work: () => undefined,
      answer: () => this.#believeRecent(),
      failed: (fault) => this.#tell({ kind: 'recent-failed', fault })
    })
  }

  #believeRecent(): void {
    const { record } = this
    const recent = this.#service.recent()
    if (recent === null) return this.#tell({ kind: 'recent-failed', fault: newFault('recent', 'refusal', { httpStatus: 404 }) })
    const keys = keysOf(record)
    const found = matchRecentTasks({
      records: [record],
      recent,
      knownTaskIds: new Set(),
      keysOf: () => keys
    }).get(record.id)
    this.#tell({
      kind: 'recent-read',
      foundTaskId: found?.taskId ?? null,
      foundUnder: found?.under ?? null,
      isAbsent: found === undefined && provesAbsence(record, recent, keys),
      requestId: null
    })
  }

  #poll(conditions: RogueCallConditions): void {
    const { taskId, state } = this.record
    this.#meet(conditions, 'query', {
      work: () => undefined,
      answer: () => {
        const answer = this.#service.query(taskId ?? '')
        if ('step' in answer) return this.#tellOfFailedQuery(answer)
        if (state.phase === 'failed') return this.#tell({ kind: 'credits-read', answer, httpStatus: 200, requestId: null })
        const added =
          answer.urls.length === 0
            ? 0
            : outputCountWithNewUrls(this.outputs, answer.urls, requestedOutputCount(this.record)) - this.outputs.length
        const stems = Array.from({ length: Math.max(0, added) }, () => `/library/${(this.#places += 1)}`)
        this.#tell({ kind: 'queried', answer, stems, httpStatus: 200, requestId: null })
      },
      failed: (fault) => this.#tellOfFailedQuery(fault)
    })
  }

  #tellOfFailedQuery(fault: Fault): void {
    const { phase } = this.record.state
    this.#tell({ kind: 'query-failed', fault })
    const isAsked = phase === 'running' || phase === 'collecting'
    if (isAsked && ['REFUND_OUTCOME_UNKNOWN', 'BILLING_OUTCOME_UNKNOWN', 'BILLING_INVARIANT_FAILED'].includes(fault.errorType ?? ''))
      expect(this.record.credits.state, 'the service doesn’t know the effect on credits').toBe('pending')
  }

  #collect(index: number, conditions: RogueCallConditions): void {
    const output = this.outputs[index]
    if (output === undefined) return
    const siblings = output.isAddressCertain ? [] : savedOutputsOf(this.record).flatMap(({ downloadSha256 }) => downloadSha256 ?? [])
    this.#meet(conditions, 'download', {
      work: () => undefined,
      answer: () => {
        const got = this.#service.download(output.url)
        if (got === 'refusal' || got === 'lost' || got === 'unreadable' || got === 'not-sent') {
          const fault = newFault('download', got, got === 'refusal' ? { httpStatus: 403 } : {})
          return this.#tell({ kind: 'keep-failed', index, fault })
        }
        if (siblings.includes(got)) return this.#tell({ kind: 'twin-found', index, sha256: got })
        const result: SavedResult = { ...resultOnDisk, id: `task-1.${index}`, index, path: `${output.stem}.png`, sha256: got }
        this.#tell({ kind: 'kept', index, result, downloadSha256: got, isTorn: false })
      },
      failed: (fault) => this.#tell({ kind: 'keep-failed', index, fault })
    })
  }

  #meet(
    conditions: RogueCallConditions,
    step: ApiStep,
    call: { readonly work: () => void; readonly answer: () => void; readonly failed: (fault: Fault) => void }
  ): void {
    const isWell = conditions.kind === 'well' || conditions.kind === 'expired'
    if (isWell || ('isDone' in conditions && conditions.isDone)) call.work()
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
      case 'bare-conflict':
        return call.failed(newFault(step, 'refusal', { httpStatus: 409 }))
      case 'refused':
      case 'unknown':
        return call.failed(newFault(step, 'refusal', { httpStatus: conditions.httpStatus, errorType: conditions.errorType }))
    }
  }

  #tell(event: TaskEvent): void {
    const before = this.record
    const context = { now: this.#service.now, random: 0.3, timeScale: 1, nextKey: nextIdempotencyKey(before.idempotencyKey) }
    const { record, mustPersist } = decide(before, event, context)
    this.record = record
    if (mustPersist) this.#written = record
  }

  #freshBody(): string {
    this.#uploads += 1
    const image = this.record.inputs.length === 0 ? {} : { imageUrl: `upload-${this.#uploads}` }
    return JSON.stringify({ ...image, imageNum: String(this.#service.manner.outputs) })
  }

  #inJournal(): TaskRecord {
    return decodeRecord(encodeRecord(this.#written), this.#written.body)
  }
}

/** Derives the idempotency keys of a task and its later attempts as the engine does. */
function keysOf({ idempotencyKey, inputs, attempt }: TaskRecord): readonly string[] {
  const keys = [idempotencyKey]
  for (let next = attempt; inputs.length > 0 && next < maxUploadAttempts; next += 1) keys.push(nextIdempotencyKey(keys.at(-1) as string))
  return keys
}

const resultOnDisk = { contentType: 'image/png', medium: 'image', bytes: 1, width: 1, height: 1, savedAt: 1 } as const
