import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyVault, type KeyVault } from '../../../electron/accounts/key-vault.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { createSystemSecureStore } from '../../../electron/accounts/secure-store.ts'
import { openSettingsFileInNode } from '../settings/settings-file-in-node.ts'
import { createSafeStorage, type StandInSafeStorage } from '../../runtime/main/safe-storage.ts'

const key = 'sk-test-4fd1c0ffee-0123456789'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-secure-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Opens the app's key vault with a fake `safeStorage`. A second call simulates a restart with the same stored keys. */
async function openVault(
  options: Partial<Parameters<typeof createSafeStorage>[0]>
): Promise<{ vault: KeyVault; safeStorage: StandInSafeStorage }> {
  const safeStorage = createSafeStorage({
    isReady: () => true,
    userDataDir: () => folder,
    backend: 'gnome_libsecret',
    tag: 'v11',
    state: 'open',
    ...options
  })
  const file = await openSettingsFileInNode(folder)
  const vault = createKeyVault({
    store: createSystemSecureStore(safeStorage, 'linux'),
    keyStore: file.section('keys'),
    now: () => 1_700_000_000_000,
    wait: async () => undefined,
    onTrouble: () => undefined
  })
  return { vault, safeStorage }
}

async function readText(vault: KeyVault): Promise<string> {
  const reading = await vault.read('one')
  return reading.kind === 'key' ? reading.key.reveal() : reading.kind
}

describe('the secure store on Linux', () => {
  it.each([
    ['GNOME with a keyring', 'gnome_libsecret', 'v11', true],
    ['GNOME without a running keyring', 'gnome_libsecret', 'v10', false],
    ['KDE', 'kwallet6', 'v11', true],
    ['sway, Hyprland or i3 with a keyring', 'basic_text', 'v11', true],
    ['sway, Hyprland or i3 without one', 'basic_text', 'v10', false],
    ['a sandboxed app with the secret portal', 'unknown', 'v12', true]
  ] as const)('decides by the ciphertext’s tag alone whether keys are stored: %s', async (_desktop, backend, tag, isSecure) => {
    const { vault } = await openVault({ backend, tag })
    expect(await vault.isSecure()).toBe(isSecure)
    expect(await vault.save('one', new Secret(key), { acceptWeakStorage: false })).toBe(isSecure ? 'stored' : 'session')
    const { vault: later } = await openVault({ backend, tag })
    expect(await readText(later)).toBe(isSecure ? key : 'none')
  })

  it('keeps a stored key if the user denies access, and reads it once access is allowed', async () => {
    await (await openVault({})).vault.save('one', new Secret(key), { acceptWeakStorage: false })
    const { vault, safeStorage } = await openVault({ state: 'denied' })
    expect(await vault.isSecure()).toBe(false)
    expect(await readText(vault)).toBe('locked')
    safeStorage.standInBecome('open')
    expect(await readText(vault)).toBe(key)
  })

  it('keeps a stored key while the store is temporarily unavailable', async () => {
    await (await openVault({})).vault.save('one', new Secret(key), { acceptWeakStorage: false })
    const { vault, safeStorage } = await openVault({ state: 'unavailable' })
    expect(await readText(vault)).toBe('locked')
    safeStorage.standInBecome('open')
    expect(await readText(vault)).toBe(key)
  })

  it('waits while a keyring dialog is open', async () => {
    const { vault, safeStorage } = await openVault({ state: 'asking' })
    const answers: boolean[] = []
    const answered = vault.isSecure().then((isSecure) => answers.push(isSecure))
    await setImmediate()
    expect(answers).toEqual([])
    safeStorage.standInBecome('open')
    await answered
    expect(answers).toEqual([true])
  })
})
