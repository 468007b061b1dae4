import { describe, expect, it } from 'vitest'
import { Account } from '../../../electron/accounts/account.ts'
import { type ConnectionList, openConnections } from '../../../electron/accounts/connections.ts'
import { createKeyVault, type StoredKeys } from '../../../electron/accounts/key-vault.ts'
import type { AccountMatch, AccountStudio, ServiceConnection } from '../../../electron/accounts/ports.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { createUnsealer } from '../../../electron/accounts/unsealer.ts'
import { createAesStore } from './aes-store.ts'
import { sealText } from './seal-text.ts'

const unused = (): never => {
  throw new Error('Not part of this test.')
}

/**
 * Opens an account with a studio that records its calls. `match`: the account that the key belongs to. `write`: a function that throws
 * instead of storing the connection.
 */
function openAccount(match: AccountMatch, write?: () => never) {
  const opened: ServiceConnection[] = []
  const calls: { readonly name: string; readonly service: ServiceConnection; readonly id?: string }[] = []
  const studio: AccountStudio = {
    openService: () => {
      const service = { baseUrl: 'https://api.example.com', apiKey: new Secret('sk-parsed') } as ServiceConnection
      opened.push(service)
      return service
    },
    test: async (service) => {
      calls.push({ name: 'test', service })
      return { capabilities: 1, categories: 1 }
    },
    accountOf: async (service) => {
      calls.push({ name: 'accountOf', service })
      return match
    },
    connect: async (id, service) => void calls.push({ name: 'connect', service, id }),
    account: unused,
    confirmSameAccount: unused,
    follow: unused,
    disconnect: unused,
    unfollow: unused,
    resume: unused
  }
  let list: ConnectionList | undefined
  let keys: StoredKeys = {}
  const wait = (): Promise<void> => Promise.resolve()
  const unsealer = createUnsealer()
  const vault = createKeyVault({
    store: createAesStore('darwin'),
    keyStore: { read: () => keys, write: (changed) => void (keys = changed) },
    now: () => 0,
    wait,
    onTrouble: () => undefined
  })
  const account = new Account({
    connections: openConnections({
      store: { read: () => list, write: write ?? ((changed) => void (list = changed)) },
      now: () => 0,
      newId: () => 'new'
    }),
    vault,
    practice: { start: unused, stop: () => Promise.resolve() },
    studio,
    unsealer,
    restored: { connection: null, problem: null, later: null },
    others: { opened: [], later: [] },
    wait,
    clearClipboard: async (typed) => typed.reveal() === ' sk-typed ',
    onChange: () => undefined,
    onTrouble: unused
  })
  const typed = async () => ({ baseUrl: 'api.example.com/', sealedKey: await sealText(' sk-typed ', await account.sealingKey()) })
  return { account, vault, typed, opened, calls, stored: () => list }
}

describe('connecting an account', () => {
  it('opens the service once, and tests, saves and connects that connection', async () => {
    const { account, vault, typed, opened, calls, stored } = openAccount({ kind: 'new' })
    expect(await account.connect({ ...(await typed()), acceptWeakStorage: false })).toMatchObject({
      isKeyStored: true,
      isClipboardCleared: true
    })
    expect(opened).toHaveLength(1)
    const [service] = opened
    expect(calls).toEqual([
      { name: 'test', service },
      { name: 'accountOf', service },
      { name: 'connect', service, id: 'new' }
    ])
    expect(calls.every((call) => call.service === service)).toBe(true)
    const reading = await vault.read('new')
    expect(reading.kind === 'key' && reading.key.reveal()).toBe('sk-parsed')
    expect(stored()).toMatchObject({ activeId: 'new', records: [{ baseUrl: 'https://api.example.com' }] })
  })

  it('deletes the key of a new connection that can’t be stored', async () => {
    const full = (): never => {
      throw new Error('The disk is full.')
    }
    const { account, vault, typed, calls } = openAccount({ kind: 'new' }, full)
    await expect(account.connect({ ...(await typed()), acceptWeakStorage: false })).rejects.toThrow('The disk is full.')
    expect(calls.map(({ name }) => name)).toEqual(['test', 'accountOf'])
    expect(vault.has('new')).toBe(false)
  })

  it('saves and connects nothing while it’s unclear whose key it is', async () => {
    const { account, vault, typed, calls, stored } = openAccount({ kind: 'unclear', id: 'old', tasks: 2 })
    expect(await account.connect({ ...(await typed()), acceptWeakStorage: false })).toEqual({ asks: 'same-account', tasks: 2 })
    expect(calls.map(({ name }) => name)).toEqual(['test', 'accountOf'])
    expect([vault.has('old'), vault.has('new'), stored()]).toEqual([false, false, undefined])
  })
})
