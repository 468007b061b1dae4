import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyVault } from '../../../electron/accounts/key-vault.ts'
import type { KeyVault, SecureStore } from '../../../electron/accounts/key-vault.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { createAesStore } from './aes-store.ts'
import { openSettingsFileInNode } from '../settings/settings-file-in-node.ts'

const keyText = 'sk-test-4fd1c0ffee-0123456789'
const otherKeyText = 'sk-test-a-newer-one-987654321'
const never = { acceptWeakStorage: false }

let folder: string
let waits: number[]
let troubles: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-vault-'))
  waits = []
  troubles = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Reopens the file each time, as a restart does. */
async function openVault(store: SecureStore): Promise<KeyVault> {
  const file = await openSettingsFileInNode(folder)
  return createKeyVault({
    store,
    keyStore: file.section('keys'),
    now: () => 1_700_000_000_000,
    wait: async (delayInMs) => {
      waits.push(delayInMs)
    },
    onTrouble: (what) => troubles.push(what)
  })
}

async function onDisk(): Promise<string> {
  return readFile(join(folder, 'settings.json'), 'utf8').catch(() => '')
}

async function storedKeys(): Promise<Record<string, { current?: { ciphertext: string; provider: string }; candidate?: object }>> {
  const text = await onDisk()
  return text === '' ? {} : JSON.parse(text).keys
}

async function readText(vault: KeyVault, id: string): Promise<string> {
  const reading = await vault.read(id)
  return reading.kind === 'key' ? reading.key.reveal() : reading.kind
}

describe('the key vault', () => {
  it.each([
    ['linux', 'v11', true, false, 'stored'],
    ['linux', 'v12', true, false, 'stored'],
    ['linux', 'v10', true, false, 'session'],
    ['linux', 'v10', true, true, 'stored'],
    ['linux', 'v11', false, false, 'session'],
    ['linux', 'v11', false, true, 'session'],
    ['darwin', 'v10', true, false, 'stored'],
    ['darwin', 'v10', false, true, 'session'],
    ['win32', 'v10', true, false, 'stored'],
    ['win32', 'v10', false, true, 'session']
  ] as const)(
    'on %s with tag %s, availability %s and weak storage accepted: %s, the key is kept as: %s',
    async (platform, mark, isAvailable, acceptWeakStorage, keeping) => {
      const store = createAesStore(platform, { mark })
      store.setAvailable(isAvailable)
      const vault = await openVault(store)

      expect(await vault.save('one', new Secret(keyText), { acceptWeakStorage })).toBe(keeping)
      expect(await readText(vault, 'one')).toBe(keyText)
      expect(Object.keys(await storedKeys())).toEqual(keeping === 'stored' ? ['one'] : [])
      store.setAvailable(true)
      expect(await readText(await openVault(store), 'one')).toBe(keeping === 'stored' ? keyText : 'none')
    }
  )

  it.each([
    ['linux', 'v11', true],
    ['linux', 'v10', false],
    ['darwin', 'v10', true],
    ['win32', 'v10', true]
  ] as const)('reports whether the store is secure: %s, %s: %s', async (platform, mark, isSecure) => {
    const store = createAesStore(platform, { mark })
    const vault = await openVault(store)
    expect(await vault.isSecure()).toBe(isSecure)
    store.setAvailable(false)
    expect(await vault.isSecure()).toBe(false)
  })

  it('writes a file that only its owner can read and that doesn’t contain the key’s text', async () => {
    const vault = await openVault(createAesStore('linux'))
    await vault.save('one', new Secret(keyText), never)
    // Windows uses access control lists instead of permission bits.
    if (process.platform !== 'win32') expect((await stat(join(folder, 'settings.json'))).mode & 0o777).toBe(0o600)
    expect(await onDisk()).not.toContain(keyText)
    expect(await onDisk()).not.toContain(Buffer.from(keyText).toString('base64').slice(0, 20))
    expect((await storedKeys())['one']?.current).toMatchObject({ version: 1, provider: 'linux:v11', createdAt: 1_700_000_000_000 })
  })

  it('keeps the keys of several connections separate', async () => {
    const store = createAesStore('darwin')
    const vault = await openVault(store)
    await vault.save('one', new Secret(keyText), never)
    await vault.save('two', new Secret(otherKeyText), never)
    const later = await openVault(store)
    expect([await readText(later, 'one'), await readText(later, 'two'), await readText(later, 'three')]).toEqual([
      keyText,
      otherKeyText,
      'none'
    ])
  })

  it('retries a locked store with increasing delays until it opens', async () => {
    const store = createAesStore('linux')
    await (await openVault(store)).save('one', new Secret(keyText), never)
    store.failNext(2)
    expect(await readText(await openVault(store), 'one')).toBe(keyText)
    expect(waits).toEqual([200, 800])
    expect(troubles).toHaveLength(2)
  })

  it('keeps a key that can’t be decrypted unchanged, and opens it as soon as that works', async () => {
    const store = createAesStore('linux')
    await (await openVault(store)).save('one', new Secret(keyText), never)
    const before = await onDisk()
    store.failNext(4)
    const vault = await openVault(store)
    expect(await readText(vault, 'one')).toBe('locked')
    expect(await onDisk()).toBe(before)
    expect(await readText(vault, 'one')).toBe(keyText)
  })

  it('keeps a key that another keychain encrypted', async () => {
    const store = createAesStore('darwin')
    await (await openVault(store)).save('one', new Secret(keyText), never)
    const before = await onDisk()
    store.loseKey()
    expect(await readText(await openVault(store), 'one')).toBe('locked')
    expect(await onDisk()).toBe(before)
  })

  it.each([
    ['the store is unavailable', (store) => ({ ...store, isAvailable: async () => false })],
    ['encryption fails', (store) => ({ ...store, encrypt: () => Promise.reject(new Error('Error while encrypting')) })],
    ['the copy can’t be read back', (store) => ({ ...store, decrypt: () => Promise.reject(new Error('Error while decrypting')) })],
    ['the store protects keys weakly', (store) => ({ ...store, encrypt: async () => Buffer.from('v10 of a known password') })]
  ] satisfies [string, (store: SecureStore) => SecureStore][])(
    'keeps a new key in memory and deletes the previous one from the disk if %s',
    async (_how, broken) => {
      const store = createAesStore('linux')
      await (await openVault(store)).save('one', new Secret(keyText), never)
      await (await openVault(store)).save('two', new Secret(keyText), never)
      const vault = await openVault(broken(store))
      expect(await readText(await openVault(store), 'one')).toBe(keyText)

      expect(await vault.save('one', new Secret(otherKeyText), never)).toBe('session')
      expect(await readText(vault, 'one')).toBe(otherKeyText)
      expect(await readText(await openVault(store), 'one')).toBe('none')
      expect(await readText(await openVault(store), 'two')).toBe(keyText)
    }
  )

  it('keeps the previous key in memory and on disk if the file can’t be written', async () => {
    const store = createAesStore('linux')
    const section = (await openSettingsFileInNode(folder)).section('keys')
    let isFull = false
    const vault = createKeyVault({
      store,
      keyStore: {
        read: section.read,
        write: (keys) => {
          if (isFull) throw new Error('No space left on device')
          section.write(keys)
        }
      },
      now: () => 0,
      wait: () => Promise.resolve(),
      onTrouble: () => undefined
    })
    await vault.save('one', new Secret(keyText), never)
    isFull = true
    await expect(vault.save('one', new Secret(otherKeyText), never)).rejects.toThrow('No space left on device')
    await expect(vault.save('two', new Secret(otherKeyText), never)).rejects.toThrow('No space left on device')
    expect([await readText(vault, 'one'), await readText(vault, 'two')]).toEqual([keyText, 'none'])
    expect(await readText(await openVault(store), 'one')).toBe(keyText)
  })

  it('replaces the older copy only after the new one was read back and decrypted', async () => {
    const store = createAesStore('linux')
    await (await openVault(store)).save('one', new Secret(keyText), never)
    const older = (await storedKeys())['one']?.current
    const seen: unknown[] = []
    const watched: SecureStore = {
      ...store,
      decrypt: async (ciphertext) => {
        seen.push((await storedKeys())['one']?.current)
        return store.decrypt(ciphertext)
      }
    }
    expect(await (await openVault(watched)).save('one', new Secret(otherKeyText), never)).toBe('stored')
    expect(seen).toEqual([older])
    expect(await readText(await openVault(store), 'one')).toBe(otherKeyText)
    expect((await storedKeys())['one']?.current).not.toEqual(older)
    expect((await storedKeys())['one']?.candidate).toBeUndefined()
  })

  it('doesn’t store a key that is removed while it is being encrypted', async () => {
    const store = createAesStore('linux')
    const slow: SecureStore = {
      ...store,
      encrypt: async (text) => {
        vault.forget('one')
        return store.encrypt(text)
      }
    }
    const vault = await openVault(slow)
    expect(await vault.save('one', new Secret(keyText), never)).toBe('session')
    expect(await storedKeys()).toEqual({})
    expect(await readText(vault, 'one')).toBe('none')
  })

  it('doesn’t restore a key that is removed during a read', async () => {
    const store = createAesStore('linux')
    const forgetful: SecureStore = {
      ...store,
      decrypt: async (ciphertext) => {
        vault.forget('one')
        return store.decrypt(ciphertext)
      }
    }
    const vault = await openVault(forgetful)
    expect(await vault.save('one', new Secret(keyText), never)).toBe('session')
    expect(await storedKeys()).toEqual({})
    expect(await readText(vault, 'one')).toBe('none')
  })

  it('finds the newer copy after a kill between writing it and replacing the older one', async () => {
    const store = createAesStore('linux')
    await (await openVault(store)).save('one', new Secret(keyText), never)
    const older = (await storedKeys())['one']?.current
    await (await openVault(store)).save('one', new Secret(otherKeyText), never)
    const newer = (await storedKeys())['one']?.current
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ keys: { one: { current: older, candidate: newer } } }))

    expect(await readText(await openVault(store), 'one')).toBe(otherKeyText)
    expect((await storedKeys())['one']).toEqual({ current: newer })
  })

  it('encrypts a key again when the store asks for it', async () => {
    const store = createAesStore('linux', { mark: 'v10' })
    await (await openVault(store)).save('one', new Secret(keyText), { acceptWeakStorage: true })
    store.useMark('v11')
    store.askToReEncrypt()
    expect(await readText(await openVault(store), 'one')).toBe(keyText)
    expect((await storedKeys())['one']?.current?.provider).toBe('linux:v11')
    expect(await readText(await openVault(store), 'one')).toBe(keyText)
  })

  it('doesn’t replace strong encryption with weaker encryption', async () => {
    const store = createAesStore('linux')
    await (await openVault(store)).save('one', new Secret(keyText), never)
    const before = await onDisk()
    store.useMark('v10')
    store.askToReEncrypt()
    expect(await readText(await openVault(store), 'one')).toBe(keyText)
    expect(await onDisk()).toBe(before)
  })

  it('removes a key from memory and disk', async () => {
    const store = createAesStore('linux')
    const vault = await openVault(store)
    await vault.save('one', new Secret(keyText), never)
    vault.forget('one')
    expect(await readText(vault, 'one')).toBe('none')
    expect(await storedKeys()).toEqual({})
  })

  it('doesn’t restore a key that is removed or replaced while a keychain dialog is open', async () => {
    const store = createAesStore('darwin')
    for (const act of [
      async (vault: KeyVault) => vault.forget('one'),
      async (vault: KeyVault) => void (await vault.save('one', new Secret(otherKeyText), never))
    ]) {
      await (await openVault(store)).save('one', new Secret(keyText), never)
      const vault = await openVault(store)
      store.openDialog()
      const reading = vault.read('one')
      const acted = act(vault)
      store.closeDialog()
      await Promise.all([reading, acted])
      expect(await readText(vault, 'one')).not.toBe(keyText)
      expect(await readText(await openVault(store), 'one')).not.toBe(keyText)
    }
  })

  it('deletes an accepted weak copy from the disk if the next key must not be stored weakly', async () => {
    const store = createAesStore('linux', { mark: 'v10' })
    const vault = await openVault(store)
    await vault.save('one', new Secret(keyText), { acceptWeakStorage: true })
    await vault.save('one', new Secret(otherKeyText), never)
    expect(await storedKeys()).toEqual({})
    expect(await readText(vault, 'one')).toBe(otherKeyText)
  })

  it('preserves an entry of a newer Kiln version and reports it as locked', async () => {
    const kept = { version: 2, sealedBy: 'something new' }
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ keys: { one: { current: kept } } }))
    const store = createAesStore('linux')
    const vault = await openVault(store)
    expect(await readText(vault, 'one')).toBe('locked')
    await vault.save('two', new Secret(keyText), never)
    expect((await storedKeys())['one']).toEqual({ current: kept })
  })
})
