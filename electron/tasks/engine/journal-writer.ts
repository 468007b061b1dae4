import { isWorthJournaling } from '../machine/decision.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { Clock } from '../ports.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { EngineJournal, JournalEntry } from './ports.ts'

/** Delay before Kiln retries a failed journal write, or a step that failed because of one. Not multiplied by `timeScale`. */
export const journalRetryInMs = 1_000
/**
 * How many times `close` tries to write the journal. The pause between tries isn't multiplied by `timeScale`, because another program locks
 * the file.
 */
const triesAtClose = 10
const pauseAtCloseInMs = 100

type JournalWriterDependencies = {
  readonly journal: EngineJournal
  readonly clock: Clock
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosed'>>
}

/** Writes task changes to the journal. Changes that must not fail are kept in memory until the journal accepts them. */
export class JournalWriter {
  readonly #journal: EngineJournal
  readonly #clock: Clock
  readonly #lifecycle: Readonly<Pick<EngineLifecycle, 'isClosed'>>
  readonly #unwritten: JournalEntry[] = []
  /** Idempotency key and body in the journal, by Kiln's task ID. Contains tasks whose request may have been sent. */
  readonly #sentInJournal = new Map<string, { readonly key: string; readonly body: string }>()
  /** Above zero while events are collected for a single transaction. */
  #gathering = 0
  /** True if the journal rejected a write within the last second. */
  #isRetryPlanned = false

  constructor({ journal, clock, lifecycle }: JournalWriterDependencies) {
    this.#journal = journal
    this.#clock = clock
    this.#lifecycle = lifecycle
  }

  /**
   * Writes `sending` to the journal before the task is sent. Most retries with the same idempotency key and body aren't written. The
   * journal already says that the task may have been sent. After a restart, Kiln searches for the task before resending it.
   */
  writeSending(record: TaskRecord, event: TaskHistoryEvent): void {
    const written = this.#sentInJournal.get(record.id)
    const isWritten = written?.key === record.idempotencyKey && written.body === record.body
    if (this.#unwritten.length === 0 && isWritten && isWorthSkipping(record)) return
    this.#refuseWhileRefused()
    try {
      this.writeOrThrow(record, event)
    } catch (error) {
      this.#planRetry()
      throw error
    }
  }

  writeOrThrow(record: TaskRecord, event: TaskHistoryEvent): void {
    this.writeRemembered()
    this.#journal.write([{ record, event }])
    this.#noteWritten(record)
  }

  writeOrRemember(record: TaskRecord, event: TaskHistoryEvent): void {
    this.#unwritten.push({ record, event })
    if (this.#gathering === 0) this.#writeOrRetry()
  }

  /** Writes the events that are kept in memory. Throws if the journal can't be written. */
  writeRemembered(): void {
    if (this.#unwritten.length === 0) return
    this.#journal.write(this.#unwritten)
    for (const { record } of this.#unwritten) this.#noteWritten(record)
    this.#unwritten.length = 0
  }

  /** Like `writeRemembered`, but throws if there are unwritten events and a retry is scheduled. */
  writeRememberedUnlessRefused(): void {
    if (this.#unwritten.length > 0) this.#refuseWhileRefused()
    this.writeRemembered()
  }

  /**
   * Writes the remaining events. Retries, because another program may lock the journal briefly. @throws the last error. The next start
   * recovers events that weren't written.
   */
  async writeAtClose(): Promise<void> {
    for (let left = triesAtClose; ; left -= 1) {
      try {
        return this.writeRemembered()
      } catch (error) {
        if (left <= 1) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, pauseAtCloseInMs))
    }
  }

  /**
   * Runs `work`, and writes all its events in one transaction at the end. Five thousand events would otherwise cause five thousand syncs.
   */
  together(work: () => void): void {
    this.#gathering += 1
    try {
      work()
    } finally {
      this.#gathering -= 1
      if (this.#gathering === 0) this.#writeOrRetry()
    }
  }

  /**
   * Throws while a retry is planned. Each attempt to write to a busy journal blocks the main thread. All writes therefore share one attempt
   * a second.
   */
  #refuseWhileRefused(): void {
    if (this.#isRetryPlanned) throw new Error('A journal write failed a moment ago. A retry is scheduled.')
  }

  #noteWritten(record: TaskRecord): void {
    const { id, state, body, idempotencyKey: key } = record
    const mayBeSent = (state.phase === 'submitting' && state.isSent) || (record.inDoubt && state.phase === 'unconfirmed' && state.mayResend)
    if (mayBeSent && body !== null) this.#sentInJournal.set(id, { key, body })
    else this.#sentInJournal.delete(id)
  }

  #writeOrRetry(): void {
    if (this.#isRetryPlanned) return
    try {
      this.writeRemembered()
    } catch {
      // The disk may be full. Nothing that costs credits is sent meanwhile, because `sending` is written first and throws.
      this.#planRetry()
    }
  }

  #planRetry(): void {
    if (this.#isRetryPlanned) return
    this.#isRetryPlanned = true
    this.#clock.setTimer(journalRetryInMs, () => {
      this.#isRetryPlanned = false
      if (!this.#lifecycle.isClosed) this.#writeOrRetry()
    })
  }
}

function isWorthSkipping({ state }: TaskRecord): boolean {
  return state.phase === 'submitting' && !isWorthJournaling(state.tries + 1)
}
