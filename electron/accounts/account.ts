import { assertNever } from '../../shared/assert-never.ts'
import type { AccountState, ConnectionTestResult, ConnectionSummary, ConnectOutcome } from '../../shared/app/connection.ts'
import type { JsonWebKeyLike } from '../../shared/ipc/sealed-key.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { kept, say } from '../../shared/i18n/say.ts'
import { parseApiKey } from './api-key.ts'
import { practiceConnectionId } from './connections.ts'
import type { ConnectionRecord, Connections } from './connections.ts'
import type { KeyReadResult, KeyVault } from './key-vault.ts'
import type { Unsealer } from './unsealer.ts'
import type { Secret } from './secret.ts'

/** A connection with its key in plain text. Only the studio receives it. */
type OpenConnection = { readonly id: string; readonly baseUrl: string; readonly apiKey: string }

/** The part of the studio that the account controls. */
export type AccountStudio = {
  readonly account: () => Omit<AccountState, 'connection' | 'others'> & { readonly connectionId: string | null }
  readonly test: (connection: OpenConnection) => Promise<ConnectionTestResult>
  readonly accountOf: (connection: Omit<OpenConnection, 'id'>, candidates: readonly string[]) => Promise<AccountMatch>
  readonly confirmSameAccount: () => void
  readonly connect: (connection: OpenConnection) => Promise<void>
  /** Follows the tasks of an account. The active account stays active. */
  readonly follow: (connection: OpenConnection) => Promise<void>
  readonly disconnect: () => Promise<void>
  /** Stops following the tasks of an account that isn't active. */
  readonly unfollow: (connectionId: string) => void
  readonly resume: () => Promise<void>
}

/**
 * The account that an API key belongs to.
 * - `known`: the account of the connection `id`.
 * - `unclear`: may be the account of the connection `id`. `tasks` counts that connection's tasks that were created with another key.
 * - `new`: an account without a connection.
 */
export type AccountMatch =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'unclear'; readonly id: string; readonly tasks: number }
  | { readonly kind: 'new' }

/** Parses the address that the user typed. Implemented in `electron/service`. */
type ParseBaseUrl = (typed: string) => { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly sentence: string }

/** Starts and stops the embedded practice service. If the service is already running, `start` returns its URL and key. */
export type PracticeLauncher = {
  readonly start: () => Promise<{ readonly baseUrl: string; readonly key: Secret }>
  readonly stop: () => Promise<void>
}

/** Why the last connection couldn't be reopened, as shown to the user. */
type Trouble = { readonly hold: 'key' | 'no-connection'; readonly message: string }

/**
 * The active connection, or the `problem` that prevents it from opening. Both are null if no connection is active. `later` resolves to the
 * final result once the secure store has responded. `later` is null if the store responded in time.
 */
export type ConnectionRestoreResult = {
  readonly connection: OpenConnection | null
  readonly problem: Trouble | null
  readonly later: Promise<ConnectionRestoreResult> | null
}

/**
 * `opened`: accounts whose key was read in time. `later`: one promise for each account whose key the secure store hasn't returned yet. Each
 * promise resolves to null if the key is unavailable.
 */
export type RestoredOtherAccounts = {
  readonly opened: readonly OpenConnection[]
  readonly later: readonly Promise<OpenConnection | null>[]
}

/** Input of the connect form. The key is sealed (see `unsealer.ts`). */
type Typed = { readonly baseUrl: string; readonly sealedKey: string }

export type Account = {
  readonly state: () => AccountState
  readonly sealingKey: () => Promise<JsonWebKeyLike>
  /** Tests a base URL and key without storing them. @throws UserFacingError with the field to fix. */
  readonly test: (typed: Typed) => Promise<ConnectionTestResult>
  /**
   * Tests a base URL and key, stores them and makes them the active connection. Also clears the key from the clipboard. If the key's
   * account is unclear, changes nothing and returns `asks: 'same-account'`. The caller then asks the user and calls `connect` again with
   * `account`.
   * @throws UserFacingError with the field to fix.
   */
  readonly connect: (
    typed: Typed & { readonly acceptWeakStorage: boolean; readonly account?: 'same' | 'other' | undefined }
  ) => Promise<ConnectOutcome>
  /** Records the user's confirmation that the current key belongs to the account of the waiting tasks. */
  readonly confirmSame: () => Promise<void>
  /** Starts the practice service and makes it the active connection. */
  readonly practice: () => Promise<ConnectionTestResult & { readonly isKeyStored: boolean }>
  /** Opens another account with its stored key. @throws UserFacingError if the key can't be read. */
  readonly open: (connectionId: string) => Promise<void>
  /** Disconnects the active account and deletes its key from memory and disk. The account's tasks wait for a new connection. */
  readonly disconnect: () => Promise<void>
  /**
   * Deletes the key of an account that isn't active, and stops following its tasks. The account's name is kept, because tasks refer to it.
   */
  readonly remove: (connectionId: string) => Promise<void>
  /** Retries opening the account if opening failed before. Otherwise resumes tasks on hold. Called after the user fixed the account. */
  readonly resume: () => Promise<void>
  /**
   * Retries opening the account if opening failed before. Called after the computer woke up or was unlocked, because the keychain may be
   * open now.
   */
  readonly wake: () => Promise<void>
}

type AccountParts = {
  readonly connections: Connections
  readonly vault: KeyVault
  readonly practice: PracticeLauncher
  readonly wait: (delayInMs: number) => Promise<void>
}

/**
 * Maximum time that the window waits for the secure store. The store may respond only after the user has closed a keychain or keyring
 * dialog. Kiln starts without the key meanwhile and opens the account once the store responds.
 */
const longestStoreWaitInMs = 1000

/**
 * Opens the accounts that aren't active but have a key. Kiln follows their tasks to completion too. If an account's key can't be read, the
 * account waits until it's connected again. The practice service is excluded, because it runs only while it's the active account.
 */
export async function restoreOtherAccounts({ connections, vault, wait }: Omit<AccountParts, 'practice'>): Promise<RestoredOtherAccounts> {
  const opened: OpenConnection[] = []
  const later: Promise<OpenConnection | null>[] = []
  await Promise.all(
    connections
      .others()
      .filter(({ isPractice }) => !isPractice)
      .map(async ({ id, baseUrl }) => {
        const reading = vault.read(id).then((read) => (read.kind === 'key' ? openConnection(id, baseUrl, read.key) : null))
        const first = await withTimeout(reading, wait)
        if (first === 'not-yet') later.push(reading)
        else if (first !== null) opened.push(first)
      })
  )
  return { opened, later }
}

/** Returns the active connection with its key. Starts the practice service if it is the active connection. */
export async function restoreConnection({ connections, vault, practice, wait }: AccountParts): Promise<ConnectionRestoreResult> {
  const record = connections.active()
  if (record === null) return { connection: null, problem: null, later: null }
  if (record.isPractice) {
    try {
      const { baseUrl, key } = await practice.start()
      return { connection: openConnection(record.id, baseUrl, key), problem: null, later: null }
    } catch {
      const problem = { hold: 'no-connection', message: kept('The practice service couldn’t be started.') } as const
      return { connection: null, problem, later: null }
    }
  }
  const reading = vault.read(record.id).then((read) => restoredBy(record, read))
  const first = await withTimeout(reading, wait)
  if (first !== 'not-yet') return first
  return {
    ...withoutKey(
      kept(
        'This computer’s secure storage hasn’t responded yet. Allow access if your system asks. Nothing is sent until Kiln has your key.'
      )
    ),
    later: reading
  }
}

function restoredBy({ id, baseUrl }: ConnectionRecord, reading: KeyReadResult): ConnectionRestoreResult {
  switch (reading.kind) {
    case 'key':
      return { connection: openConnection(id, baseUrl, reading.key), problem: null, later: null }
    case 'locked':
      return withoutKey(kept('The saved API key couldn’t be read, but it’s still stored. You can enter it again.'))
    case 'none':
      return withoutKey(kept('The API key was kept in memory only and was cleared when Kiln closed.'))
    default:
      return assertNever(reading)
  }
}

function withoutKey(message: string): ConnectionRestoreResult {
  return { connection: null, problem: { hold: 'key', message }, later: null }
}

/** Resolves to `not-yet` if `reading` takes longer than `longestStoreWaitInMs`. */
async function withTimeout<T>(reading: Promise<T>, wait: AccountParts['wait']): Promise<T | 'not-yet'> {
  return Promise.race([reading, wait(longestStoreWaitInMs).then(() => 'not-yet' as const)])
}

/** Creates the account. Its changes run one at a time, in the order of the calls. */
export function createAccount(
  parts: AccountParts & {
    readonly studio: AccountStudio
    readonly unsealer: Unsealer
    readonly parseBaseUrl: ParseBaseUrl
    readonly restored: ConnectionRestoreResult
    readonly others: RestoredOtherAccounts
    /** Clears the clipboard if it still contains `typed`. Resolves to true if the clipboard was cleared. */
    readonly clearClipboard: (typed: Secret) => Promise<boolean>
    readonly onChange: () => void
    /** Called with the error if an account whose key arrived late can't be opened. */
    readonly onTrouble: (error: unknown) => void
  }
): Account {
  const { connections, vault, practice, studio, unsealer, parseBaseUrl, onChange, onTrouble } = parts
  let trouble: Trouble | null = null
  let lastChange: Promise<unknown> = Promise.resolve()
  /** A pending read of the secure store, which may be waiting for the user. Prevents a second read, which could open a second dialog. */
  let pending: Promise<ConnectionRestoreResult> | null = null
  applyRestored(parts.restored)
  for (const late of parts.others.later) late.then(connectLate).catch(onTrouble)

  return {
    state: () => {
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
      if (connectionId !== null || trouble === null) return { ...state, hold, holdMessage }
      return { ...state, hold: trouble.hold, holdMessage: trouble.message }
    },
    sealingKey: () => unsealer.publicKey(),
    test: async (typed) => {
      const { baseUrl, key } = await readTyped(typed)
      return studio.test(openConnection('', baseUrl, key))
    },
    connect: (typed) =>
      inTurn(async () => {
        const { baseUrl, key, text } = await readTyped(typed)
        const report = await studio.test(openConnection('', baseUrl, key))
        const found = await studio.accountOf(openConnection('', baseUrl, key), connections.idsAt(baseUrl))
        if (found.kind === 'unclear' && typed.account === undefined) return { asks: 'same-account', tasks: found.tasks }
        const id = found.kind === 'new' || (found.kind === 'unclear' && typed.account === 'other') ? connections.newId() : found.id
        const connection = openConnection(id, baseUrl, key)
        const storageLevel = await vault.save(id, key, { acceptWeakStorage: typed.acceptWeakStorage })
        await use(connection)
        if (found.kind === 'unclear') studio.confirmSameAccount()
        await practice.stop()
        return { asks: null, ...report, isKeyStored: storageLevel === 'stored', isClipboardCleared: await parts.clearClipboard(text) }
      }),
    practice: () =>
      inTurn(async () => {
        const { baseUrl, key } = await practice.start()
        const connection = openConnection(practiceConnectionId, baseUrl, key)
        const report = await studio.test(connection)
        await use(connection)
        return { ...report, isKeyStored: true }
      }),
    open: (connectionId) =>
      inTurn(async () => {
        const { id, baseUrl } = otherOf(connectionId)
        const reading = await vault.read(id)
        if (reading.kind !== 'key') {
          throw new UserFacingError(say('Kiln couldn’t read this account’s API key.'), {
            advice: say('Connect the account again with its API key.')
          })
        }
        await use(openConnection(id, baseUrl, reading.key))
        await practice.stop()
      }),
    remove: (connectionId) =>
      inTurn(async () => {
        const { id } = otherOf(connectionId)
        vault.forget(id)
        studio.unfollow(id)
      }),
    disconnect: () =>
      inTurn(async () => {
        const record = connections.active()
        connections.deactivate()
        trouble = null
        await studio.disconnect()
        if (record !== null && !record.isPractice) vault.forget(record.id)
        await practice.stop()
      }),
    confirmSame: () => inTurn(async () => studio.confirmSameAccount()),
    resume: () => inTurn(() => (trouble === null ? studio.resume() : openAgain())),
    wake: () => inTurn(async () => (trouble === null ? undefined : openAgain()))
  }

  /** Unseals and parses the form's input. `text` is the key field as typed, `key` the API key in it. */
  async function readTyped(typed: Typed): Promise<{ baseUrl: string; key: Secret; text: Secret }> {
    const text = await unsealer.unseal(typed.sealedKey, 'apiKey')
    const address = parseBaseUrl(typed.baseUrl)
    if (!address.ok) throw new UserFacingError(address.sentence, { field: 'baseUrl' })
    return { baseUrl: address.baseUrl, key: parseApiKey(text), text }
  }

  function otherOf(connectionId: string): ConnectionRecord {
    const record = connections.others().find(({ id, isPractice }) => id === connectionId && !isPractice)
    if (record === undefined) throw new UserFacingError(say('This account is no longer in Kiln.'))
    return record
  }

  async function openAgain(): Promise<void> {
    if (pending !== null) return
    const restoreResult = await restoreConnection(parts)
    applyRestored(restoreResult)
    if (restoreResult.connection !== null) await studio.connect(restoreResult.connection)
  }

  /**
   * Applies `restoreResult` now, and its `later` result once the secure store has responded. If the user has changed the account meanwhile,
   * Kiln only follows the late connection's tasks.
   */
  function applyRestored(restoreResult: ConnectionRestoreResult): void {
    trouble = restoreResult.problem
    const { later } = restoreResult
    if (later === null) return
    pending = later
    later
      .finally(() => {
        pending = null
      })
      .then((late) =>
        inTurn(async () => {
          if (trouble !== restoreResult.problem) return followOther(late.connection)
          if (late.connection !== null) await studio.connect(late.connection)
          trouble = late.problem
        })
      )
      .catch(onTrouble)
  }

  /** Follows the tasks of an account whose key was read late. Does nothing if the account was connected or removed meanwhile. */
  async function connectLate(connection: OpenConnection | null): Promise<void> {
    await inTurn(() => followOther(connection))
  }

  async function followOther(connection: OpenConnection | null): Promise<void> {
    if (connection !== null && connections.others().some(({ id }) => id === connection.id)) await studio.follow(connection)
  }

  /** Saves the record before connecting the studio. Otherwise, after a crash, a task could refer to a connection that was never saved. */
  async function use(connection: OpenConnection): Promise<void> {
    connections.activate(connection)
    trouble = null
    await studio.connect(connection)
  }

  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = lastChange.then(change).finally(onChange)
    lastChange = turn.catch(() => undefined)
    return turn
  }
}

function openConnection(id: string, baseUrl: string, key: Secret): OpenConnection {
  return { id, baseUrl, apiKey: key.reveal() }
}

function viewOf({ id, name, baseUrl, isPractice }: ConnectionRecord): ConnectionSummary {
  return { id, name: isPractice ? say('Practice service') : name, baseUrl, isPractice }
}
