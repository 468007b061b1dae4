import type { AccountState, ConnectionTestResult, ConnectionSummary, ConnectOutcome } from '../../shared/app/connection.ts'
import type { JsonWebKeyLike } from '../../shared/ipc/sealed-key.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { practiceConnectionId } from './connections.ts'
import type { ConnectionRecord } from './connections.ts'
import type { AccountStudio, RestoredConnection, ServiceConnection } from './ports.ts'
import {
  type RestoreProblem,
  type ConnectionRestoreResult,
  restoreConnection,
  type RestoredOtherAccounts,
  type RestoreDependencies
} from './restore-connection.ts'
import type { Unsealer } from './unsealer.ts'
import type { Secret } from './secret.ts'

/** Input of the connect form. The key is sealed (see `unsealer.ts`). */
type Typed = { readonly baseUrl: string; readonly sealedKey: string }

type AccountDependencies = RestoreDependencies & {
  readonly studio: AccountStudio
  readonly unsealer: Unsealer
  readonly restored: ConnectionRestoreResult
  readonly others: RestoredOtherAccounts
  /** Clears the clipboard if it still contains `typed`. Resolves to true if the clipboard was cleared. */
  readonly clearClipboard: (typed: Secret) => Promise<boolean>
  readonly onChange: () => void
  /** Called with the error if an account whose key arrived late can't be opened. */
  readonly onTrouble: (error: unknown) => void
}

/** The user's accounts. Changes run one at a time, in call order. */
export class Account {
  readonly #dependencies: AccountDependencies
  /** Why the active connection couldn't be reopened. Null if it is open, or if no connection is active. */
  #problem: RestoreProblem | null = null
  #lastChange: Promise<unknown> = Promise.resolve()
  /** Cancels a pending `connect`. Null if nothing is pending, or if it can no longer be cancelled. */
  #attempt: AbortController | null = null
  /**
   * The pending read of the secure store, which may be waiting for the user. Null if none is pending. Prevents a second read, which could
   * open a second dialog.
   */
  #pending: Promise<ConnectionRestoreResult> | null = null

  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies
    const { restored, others, onTrouble } = dependencies
    this.#applyRestored(restored)
    for (const late of others.later) late.then((connection) => this.#connectLate(connection)).catch(onTrouble)
  }

  state(): AccountState {
    const { connections, vault, studio } = this.#dependencies
    const {
      connectionId,
      hold,
      holdMessage,
      holdRequestId,
      holdCheckedAt,
      isOnline,
      networkBlock,
      offlineSince,
      slowedUntil,
      creditsToday
    } = studio.account()
    const record = connections.active()
    const connection = record === null ? null : viewOf(record)
    const others = connections.others().map((other) => ({ ...viewOf(other), hasKey: vault.has(other.id) }))
    const state = { connection, others, holdRequestId, holdCheckedAt, isOnline, networkBlock, offlineSince, slowedUntil, creditsToday }
    if (connectionId !== null || this.#problem === null) return { ...state, hold, holdMessage, holdProblem: null }
    return { ...state, hold: this.#problem.hold, holdMessage: null, holdProblem: this.#problem.problem }
  }

  sealingKey(): Promise<JsonWebKeyLike> {
    return this.#dependencies.unsealer.publicKey()
  }

  /**
   * Tests a base URL and key, stores them and makes them the active connection. Also clears the key from the clipboard. If the key's
   * account is unclear, changes nothing and returns `asks: 'same-account'`. The caller then asks the user and calls `connect` again with
   * `account`.
   * @throws UserFacingError with the field to fix.
   */
  connect(
    typed: Typed & { readonly acceptWeakStorage: boolean; readonly account?: 'same' | 'other' | undefined }
  ): Promise<ConnectOutcome> {
    const { connections, vault, practice, studio, clearClipboard } = this.#dependencies
    const attempt = new AbortController()
    const { signal } = attempt
    this.#attempt = attempt
    return this.#inTurn(async () => {
      const { service, text } = await this.#openTyped(typed)
      const report = await studio.test(service, signal).catch((error: unknown) => throwUnlessCancelled(error, signal))
      const found = await studio.accountOf(service, connections.idsAt(service.baseUrl), signal)
      if (signal.aborted) throw cancelled()
      if (this.#attempt === attempt) this.#attempt = null
      if (found.kind === 'unclear' && typed.account === undefined) return { asks: 'same-account', tasks: found.tasks }
      const id = found.kind === 'new' || (found.kind === 'unclear' && typed.account === 'other') ? connections.newId() : found.id
      const storageLevel = await vault.save(id, service.apiKey, { acceptWeakStorage: typed.acceptWeakStorage })
      await this.#use(id, service).catch((error: unknown) => {
        // Without a stored connection, the user couldn't delete the key.
        if (!connections.idsAt(service.baseUrl).includes(id)) vault.forget(id)
        throw error
      })
      if (found.kind === 'unclear') studio.confirmSameAccount()
      await practice.stop()
      return { asks: null, ...report, isKeyStored: storageLevel === 'stored', isClipboardCleared: await clearClipboard(text) }
    })
  }

  /** Cancels a pending `connect` that hasn't started to store the key. The `connect` call then rejects and stores nothing. */
  cancelConnect(): void {
    this.#attempt?.abort()
    this.#attempt = null
  }

  /** Records the user's confirmation that the current key belongs to the waiting tasks' account. */
  confirmSame(): Promise<void> {
    return this.#inTurn(async () => this.#dependencies.studio.confirmSameAccount())
  }

  /** Starts the practice service and makes it the active connection. Cancels a pending `connect` instead of waiting for it. */
  practice(): Promise<ConnectionTestResult & { readonly isKeyStored: boolean }> {
    const { practice, studio } = this.#dependencies
    this.cancelConnect()
    return this.#inTurn(async () => {
      const service = studio.openService(await practice.start())
      const report = await studio.test(service)
      await this.#use(practiceConnectionId, service)
      return { ...report, isKeyStored: true }
    })
  }

  /** Opens another account with its stored key. @throws UserFacingError if the key can't be read. */
  open(connectionId: string): Promise<void> {
    const { vault, practice, studio } = this.#dependencies
    return this.#inTurn(async () => {
      const { id, baseUrl } = this.#otherOf(connectionId)
      const reading = await vault.read(id)
      if (reading.kind !== 'key') {
        throw new UserFacingError(say('Kiln couldn’t read this account’s API key.'), {
          advice: say('Connect the account again with its API key.')
        })
      }
      await this.#use(id, studio.openService({ baseUrl, apiKey: reading.key }))
      await practice.stop()
    })
  }

  /** Disconnects the active account and deletes its key from memory and disk. The account's tasks wait for a new connection. */
  disconnect(): Promise<void> {
    const { connections, vault, practice, studio } = this.#dependencies
    return this.#inTurn(async () => {
      const record = connections.active()
      connections.deactivate()
      this.#problem = null
      await studio.disconnect()
      if (record !== null && !record.isPractice) vault.forget(record.id)
      await practice.stop()
    })
  }

  /**
   * Deletes the key of an account that isn't active, and stops following its tasks. The account's name is kept, because tasks refer to it.
   */
  remove(connectionId: string): Promise<void> {
    const { vault, studio } = this.#dependencies
    return this.#inTurn(async () => {
      const { id } = this.#otherOf(connectionId)
      vault.forget(id)
      studio.unfollow(id)
    })
  }

  /** Retries opening the account if opening failed before. Otherwise resumes tasks on hold. Called after the user has fixed the account. */
  resume(): Promise<void> {
    return this.#inTurn(() => (this.#problem === null ? this.#dependencies.studio.resume() : this.#openAgain()))
  }

  /**
   * Retries opening the account if opening failed before. Called when the computer wakes up or is unlocked, because the keychain may be
   * open now.
   */
  wake(): Promise<void> {
    return this.#inTurn(async () => (this.#problem === null ? undefined : this.#openAgain()))
  }

  /** Opens the service that the user entered in the form. `text`: the key field as typed. */
  async #openTyped({ baseUrl, sealedKey }: Typed): Promise<{ service: ServiceConnection; text: Secret }> {
    const { unsealer, studio } = this.#dependencies
    const text = await unsealer.unseal(sealedKey, 'apiKey')
    return { service: studio.openService({ baseUrl, apiKey: text }), text }
  }

  #otherOf(connectionId: string): ConnectionRecord {
    const record = this.#dependencies.connections.others().find(({ id, isPractice }) => id === connectionId && !isPractice)
    if (record === undefined) throw new UserFacingError(say('This account is no longer in Kiln.'))
    return record
  }

  async #openAgain(): Promise<void> {
    if (this.#pending !== null) return
    const restoreResult = await restoreConnection(this.#dependencies)
    this.#applyRestored(restoreResult)
    if (restoreResult.connection !== null) await this.#connectRestored(restoreResult.connection)
  }

  /**
   * Applies `restoreResult` now, and its `later` result once the secure store has responded. If the user has changed the account meanwhile,
   * Kiln only follows the late connection's tasks.
   */
  #applyRestored(restoreResult: ConnectionRestoreResult): void {
    const { onTrouble } = this.#dependencies
    this.#problem = restoreResult.problem
    const { later } = restoreResult
    if (later === null) return
    this.#pending = later
    later
      .finally(() => {
        this.#pending = null
      })
      .then((late) =>
        this.#inTurn(async () => {
          if (this.#problem !== restoreResult.problem) return this.#followOther(late.connection)
          if (late.connection !== null) await this.#connectRestored(late.connection)
          this.#problem = late.problem
        })
      )
      .catch(onTrouble)
  }

  /** Follows the tasks of an account whose key was read late. Does nothing if the account was connected or removed meanwhile. */
  async #connectLate(connection: RestoredConnection | null): Promise<void> {
    await this.#inTurn(() => this.#followOther(connection))
  }

  async #followOther(connection: RestoredConnection | null): Promise<void> {
    const { connections, studio } = this.#dependencies
    if (connection === null || !connections.others().some(({ id }) => id === connection.id)) return
    await studio.follow(connection.id, studio.openService(connection))
  }

  async #connectRestored(connection: RestoredConnection): Promise<void> {
    const { studio } = this.#dependencies
    await studio.connect(connection.id, studio.openService(connection))
  }

  /** Saves the record before connecting the studio. Otherwise, after a crash, a task could refer to a connection that was never saved. */
  async #use(id: string, service: ServiceConnection): Promise<void> {
    const { connections, studio } = this.#dependencies
    connections.activate({ id, baseUrl: service.baseUrl })
    this.#problem = null
    await studio.connect(id, service)
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#lastChange.then(change).finally(this.#dependencies.onChange)
    this.#lastChange = turn.catch(() => undefined)
    return turn
  }
}

function cancelled(): UserFacingError {
  return new UserFacingError(say('Connecting was cancelled.'))
}

/** Rethrows `error`. If the request was cancelled, throws a different error. `error` would name the network as the cause. */
function throwUnlessCancelled(error: unknown, { aborted }: AbortSignal): never {
  throw aborted ? cancelled() : error
}

function viewOf({ id, name, baseUrl, isPractice }: ConnectionRecord): ConnectionSummary {
  return { id, name: isPractice ? say('Practice service') : name, baseUrl, isPractice }
}
