import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Electron from 'electron'
import { throwOnMissingMembers } from '../not-implemented.ts'

type Built = Pick<
  Electron.SafeStorage,
  'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
>
type Backend = ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>

/**
 * State of the system's secret store.
 * - `open`: responds immediately.
 * - `asking`: a keychain or keyring dialog is open. All calls wait until the state changes.
 * - `denied`: the user denied access, or the key has changed. Calls always fail.
 * - `unavailable`: the store is locked. Calls fail and may succeed later.
 */
export type SafeStorageState = 'open' | 'asking' | 'denied' | 'unavailable'

/** `standInBecome` changes the state at runtime. */
export type StandInSafeStorage = Electron.SafeStorage & { readonly standInBecome: (state: SafeStorageState) => void }

const nonceBytes = 12
const tagBytes = 16

/**
 * Creates a `safeStorage` that really encrypts (AES-256-GCM). Its key file is in the user data folder.
 * Ciphertext starts with `tag`. On Linux, `v10` means the hard-coded password and `v11` means a keyring. `backend` belongs to the
 * synchronous API and doesn't determine `tag`. Sway with a keyring gives `basic_text` and `v11`. GNOME without a keyring gives
 * `gnome_libsecret` and `v10`.
 * The synchronous calls aren't implemented, because Electron 46 removes them.
 */
export function createSafeStorage(options: {
  readonly isReady: () => boolean
  readonly userDataDir: () => string
  readonly backend: Backend
  readonly tag: string
  readonly state: SafeStorageState
}): StandInSafeStorage {
  let { state } = options
  let tellChanged = Promise.withResolvers<void>()

  const assertReady = (): void => {
    if (!options.isReady()) throw new Error('safeStorage cannot be used before app is ready')
  }
  const untilAnswered = async (): Promise<void> => {
    while (state === 'asking') await tellChanged.promise
  }
  const built: Built & Pick<StandInSafeStorage, 'standInBecome'> = {
    standInBecome: (next) => {
      state = next
      tellChanged.resolve()
      tellChanged = Promise.withResolvers()
    },
    // As in Electron, resolves to true once the store has responded, even if access was denied.
    isAsyncEncryptionAvailable: async () => {
      if (!options.isReady()) return false
      await untilAnswered()
      return true
    },
    getSelectedStorageBackend: () => (options.isReady() ? options.backend : 'unknown'),
    encryptStringAsync: async (plainText) => {
      assertReady()
      await untilAnswered()
      if (state !== 'open') throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', readKey(options.userDataDir()), nonce)
      const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from(options.tag), nonce, cipher.getAuthTag(), sealed])
    },
    decryptStringAsync: async (encrypted) => {
      assertReady()
      await untilAnswered()
      if (state === 'unavailable') throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
      try {
        if (state === 'denied') throw new Error('denied')
        const parts = encrypted.subarray(3)
        const decipher = createDecipheriv('aes-256-gcm', readKey(options.userDataDir()), parts.subarray(0, nonceBytes))
        decipher.setAuthTag(parts.subarray(nonceBytes, nonceBytes + tagBytes))
        const result = decipher.update(parts.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
        return { result, shouldReEncrypt: false }
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
      }
    }
  }
  return throwOnMissingMembers<StandInSafeStorage>('safeStorage', built)
}

/** Reads the encryption key from its file. Creates the file on the first call. */
function readKey(userDataDir: string): Buffer {
  const path = join(userDataDir, 'standin-safe-storage.key')
  try {
    return readFileSync(path)
  } catch {
    const key = randomBytes(32)
    mkdirSync(userDataDir, { recursive: true })
    writeFileSync(path, key, { mode: 0o600 })
    return key
  }
}
