import { assertNever } from '../../shared/assert-never.ts'
import type { AccountState, ConnectionReport, ConnectionView, ConnectOutcome } from '../../shared/connection.ts'
import type { JsonWebKeyLike } from '../../shared/ipc.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { kept, say } from '../../shared/words/say.ts'
import { readApiKey } from './api-key.ts'
import { practiceConnectionId } from './connections.ts'
import type { ConnectionRecord, Connections } from './connections.ts'
import type { KeyVault } from './key-vault.ts'
import type { Sealing } from './sealing.ts'
import type { Secret } from './secret.ts'

/** A connection with its key in the clear: what the studio takes, and nobody else. */
type OpenConnection = { readonly id: string; readonly baseUrl: string; readonly apiKey: string }

/** The part of the studio that the account drives. */
export type AccountStudio = {
  readonly account: () => Omit<AccountState, 'connection' | 'others'> & { readonly connectionId: string | null }
  readonly test: (connection: OpenConnection) => Promise<ConnectionReport>
  readonly accountOf: (connection: Omit<OpenConnection, 'id'>, candidates: readonly string[]) => Promise<AccountOfKey>
  readonly confirmSameAccount: () => void
  readonly connect: (connection: OpenConnection) => Promise<void>
  readonly disconnect: () => Promise<void>
  readonly resume: () => Promise<void>
}

/**
 * Which account a key belongs to. `known`: that of a connection. `unclear`: perhaps that of a connection, for which `tasks` were made with
 * another key. `new`: of none.
 */
export type AccountOfKey =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'unclear'; readonly id: string; readonly tasks: number }
  | { readonly kind: 'new' }

/** Reads the address that a person typed; `electron/api` knows how. */
type ParseBaseUrl = (typed: string) => { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly sentence: string }

/** The embedded practice service; `start` gives the running one when there is one. */
export type PracticeDoor = {
  readonly start: () => Promise<{ readonly baseUrl: string; readonly key: Secret }>
  readonly stop: () => Promise<void>
}

/** Why the connection of last time could not be opened again, as it is shown. */
type Trouble = { readonly hold: 'key' | 'no-connection'; readonly message: string }

/** The connection of last time: open it, or say why not. Both null: there was none. */
export type Restored = { readonly connection: OpenConnection | null; readonly trouble: Trouble | null }

/** What a person typed into the connect form; the key is sealed (see `sealing.ts`). */
type Typed = { readonly baseUrl: string; readonly sealedKey: string }

export type Account = {
  readonly state: () => AccountState
  readonly sealingKey: () => Promise<JsonWebKeyLike>
  /** Tests an address and key without keeping them. @throws PlainProblem with the field to mend. */
  readonly test: (typed: Typed) => Promise<ConnectionReport>
  /**
   * Tests, stores and uses an address and key, and takes the key off the clipboard. Nothing is changed if the test fails, or if it has to be
   * asked whether the key belongs to the account of earlier tasks: then it is called again with `account`.
   * @throws PlainProblem with the field to fix.
   */
  readonly connect: (
    typed: Typed & { readonly acceptWeakStorage: boolean; readonly account?: 'same' | 'other' | undefined }
  ) => Promise<ConnectOutcome>
  /** The person says that the key in use belongs to the account of the tasks that wait. */
  readonly confirmSame: () => Promise<void>
  /** Starts the practice service and uses it. */
  readonly practice: () => Promise<ConnectionReport & { readonly isKeyStored: boolean }>
  /** Forgets the key, in memory and on disk; tasks wait. */
  readonly disconnect: () => Promise<void>
  /** "The account is mended, go on": tries again what could not be opened before, else lets held tasks go on. */
  readonly resume: () => Promise<void>
  /** The machine woke or was unlocked, and the keychain may be open now: tries again what could not be opened before. */
  readonly wake: () => Promise<void>
}

type AccountParts = {
  readonly connections: Connections
  readonly vault: KeyVault
  readonly practice: PracticeDoor
}

/**
 * The other accounts that have a key: their tasks are followed to their end too (I4). One whose key can't be opened waits until it is
 * connected again, and so does the practice service: it runs only while it is the account in use.
 */
export async function restoreOthers({
  connections,
  vault
}: Pick<AccountParts, 'connections' | 'vault'>): Promise<readonly OpenConnection[]> {
  const opened = await Promise.all(
    connections.others().map(async ({ id, baseUrl, isPractice }) => {
      const reading = isPractice ? null : await vault.read(id)
      return reading?.kind === 'key' ? [openConnection(id, baseUrl, reading.key)] : []
    })
  )
  return opened.flat()
}

/** Finds what to open the studio with: the active connection and its key, with the practice service started if that is the one. */
export async function restoreConnection({ connections, vault, practice }: AccountParts): Promise<Restored> {
  const record = connections.active()
  if (record === null) return { connection: null, trouble: null }
  if (record.isPractice) {
    try {
      const { baseUrl, key } = await practice.start()
      return { connection: openConnection(record.id, baseUrl, key), trouble: null }
    } catch {
      return { connection: null, trouble: { hold: 'no-connection', message: kept('The practice service could not be started.') } }
    }
  }
  const reading = await vault.read(record.id)
  switch (reading.kind) {
    case 'key':
      return { connection: openConnection(record.id, record.baseUrl, reading.key), trouble: null }
    case 'locked':
      return {
        connection: null,
        trouble: { hold: 'key', message: kept('This computer could not open the stored key. It is kept; you can also enter it again.') }
      }
    case 'none':
      return {
        connection: null,
        trouble: { hold: 'key', message: kept('The key was kept in memory only, and that ended when Kiln was closed.') }
      }
    default:
      return assertNever(reading)
  }
}

/** One change of the account at a time: a second one waits for the first. */
export function createAccount(
  parts: AccountParts & {
    readonly studio: AccountStudio
    readonly sealing: Sealing
    readonly parseBaseUrl: ParseBaseUrl
    readonly restored: Restored
    /** Takes what was typed off the clipboard, if it is still there; tells whether it was. */
    readonly takeOffClipboard: (typed: Secret) => Promise<boolean>
    readonly onChange: () => void
  }
): Account {
  const { connections, vault, practice, studio, sealing, parseBaseUrl, onChange } = parts
  let trouble = parts.restored.trouble
  let lastChange: Promise<unknown> = Promise.resolve()

  return {
    state: () => {
      const { connectionId, hold, holdMessage, holdRequestId, isOnline, obstacle, offlineSince, slowedUntil, creditsToday } =
        studio.account()
      const record = connections.active()
      const connection = record === null ? null : viewOf(record)
      const others = connections.others().map(viewOf)
      const state = { connection, others, holdRequestId, isOnline, obstacle, offlineSince, slowedUntil, creditsToday }
      if (connectionId !== null || trouble === null) return { ...state, hold, holdMessage }
      return { ...state, hold: trouble.hold, holdMessage: trouble.message }
    },
    sealingKey: () => sealing.publicKey(),
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
        const keeping = await vault.keep(id, key, { acceptWeakStorage: typed.acceptWeakStorage })
        await use(connection)
        if (found.kind === 'unclear') studio.confirmSameAccount()
        await practice.stop()
        return { asks: null, ...report, isKeyStored: keeping === 'stored', isClipboardCleared: await parts.takeOffClipboard(text) }
      }),
    practice: () =>
      inTurn(async () => {
        const { baseUrl, key } = await practice.start()
        const connection = openConnection(practiceConnectionId, baseUrl, key)
        const report = await studio.test(connection)
        await use(connection)
        return { ...report, isKeyStored: true }
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

  /** `text`: as it was typed, before the key was read out of it. */
  async function readTyped(typed: Typed): Promise<{ baseUrl: string; key: Secret; text: Secret }> {
    const text = await sealing.unseal(typed.sealedKey)
    const address = parseBaseUrl(typed.baseUrl)
    if (!address.ok) throw new PlainProblem(address.sentence, { field: 'baseUrl' })
    return { baseUrl: address.baseUrl, key: readApiKey(text), text }
  }

  async function openAgain(): Promise<void> {
    const restored = await restoreConnection(parts)
    trouble = restored.trouble
    if (restored.connection !== null) await studio.connect(restored.connection)
  }

  /** The record is on disk before the studio uses the connection: a task never carries an id that a restart doesn't know. */
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

function viewOf({ id, name, baseUrl, isPractice }: ConnectionRecord): ConnectionView {
  return { id, name: isPractice ? say('Practice service') : name, baseUrl, isPractice }
}
