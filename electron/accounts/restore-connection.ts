import { assertNever } from '../../shared/assert-never.ts'
import type { ConnectionProblem } from '../../shared/app/connection.ts'
import type { ConnectionRecord, Connections } from './connections.ts'
import type { KeyReadResult, KeyVault } from './key-vault.ts'
import type { PracticeLauncher, RestoredConnection } from './ports.ts'

/** Why the last connection couldn't be reopened. */
export type RestoreProblem = { readonly hold: 'key' | 'no-connection'; readonly problem: ConnectionProblem }

/**
 * The active connection, or the `problem` that prevents it from opening. Both are null if no connection is active. `later` resolves to the
 * final result once the secure store has responded. `later` is null if the store responded in time.
 */
export type ConnectionRestoreResult = {
  readonly connection: RestoredConnection | null
  readonly problem: RestoreProblem | null
  readonly later: Promise<ConnectionRestoreResult> | null
}

/**
 * `opened`: accounts whose key was read in time. `later`: one promise for each account whose key the secure store hasn't returned yet. Each
 * promise resolves to null if the key is unavailable.
 */
export type RestoredOtherAccounts = {
  readonly opened: readonly RestoredConnection[]
  readonly later: readonly Promise<RestoredConnection | null>[]
}

export type RestoreDependencies = {
  readonly connections: Connections
  readonly vault: KeyVault
  readonly practice: PracticeLauncher
  readonly wait: (delayInMs: number) => Promise<void>
}

/**
 * Maximum time that the window waits for the secure store, in milliseconds. The store may respond only after the user has closed a keychain
 * or keyring dialog. Kiln starts without the key meanwhile and opens the account once the store responds.
 */
const longestStoreWaitInMs = 1000

/**
 * Opens the accounts that aren't active but have a key. Kiln follows their tasks to completion too. If an account's key can't be read, the
 * account waits until it's connected again. The practice service is excluded, because it runs only while it's the active account.
 */
export async function restoreOtherAccounts({
  connections,
  vault,
  wait
}: Omit<RestoreDependencies, 'practice'>): Promise<RestoredOtherAccounts> {
  const opened: RestoredConnection[] = []
  const later: Promise<RestoredConnection | null>[] = []
  await Promise.all(
    connections
      .others()
      .filter(({ isPractice }) => !isPractice)
      .map(async ({ id, baseUrl }) => {
        const reading = vault.read(id).then((read) => (read.kind === 'key' ? { id, baseUrl, apiKey: read.key } : null))
        const first = await withTimeout(reading, wait)
        if (first === 'not-yet') later.push(reading)
        else if (first !== null) opened.push(first)
      })
  )
  return { opened, later }
}

/** Returns the active connection with its key. Starts the practice service if it is the active connection. */
export async function restoreConnection({ connections, vault, practice, wait }: RestoreDependencies): Promise<ConnectionRestoreResult> {
  const record = connections.active()
  if (record === null) return { connection: null, problem: null, later: null }
  if (record.isPractice) {
    try {
      return { connection: { id: record.id, ...(await practice.start()) }, problem: null, later: null }
    } catch {
      return { connection: null, problem: { hold: 'no-connection', problem: 'practice-not-started' }, later: null }
    }
  }
  const reading = vault.read(record.id).then((read) => restoredBy(record, read))
  const first = await withTimeout(reading, wait)
  if (first !== 'not-yet') return first
  return { ...withoutKey('key-store-slow'), later: reading }
}

function restoredBy({ id, baseUrl }: ConnectionRecord, reading: KeyReadResult): ConnectionRestoreResult {
  switch (reading.kind) {
    case 'key':
      return { connection: { id, baseUrl, apiKey: reading.key }, problem: null, later: null }
    case 'locked':
      return withoutKey('key-unreadable')
    case 'none':
      return withoutKey('key-cleared')
    default:
      return assertNever(reading)
  }
}

function withoutKey(problem: ConnectionProblem): ConnectionRestoreResult {
  return { connection: null, problem: { hold: 'key', problem }, later: null }
}

/** Resolves to `not-yet` if `reading` takes longer than `longestStoreWaitInMs`. */
async function withTimeout<T>(reading: Promise<T>, wait: RestoreDependencies['wait']): Promise<T | 'not-yet'> {
  return Promise.race([reading, wait(longestStoreWaitInMs).then(() => 'not-yet' as const)])
}
