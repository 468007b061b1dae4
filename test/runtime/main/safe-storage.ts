import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Electron from 'electron'
import { onlyBuilt } from '../only-built.ts'

type Built = Pick<
  Electron.SafeStorage,
  'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
>
type Backend = ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>

const nonceBytes = 12
const tagBytes = 16

/**
 * Real encryption (AES-256-GCM) with a key of its own file in the user data folder. Ciphertext is tagged as Linux does: `v10` is
 * the weak store (`STANDIN_STORAGE_BACKEND=basic_text`), `v11` any other. The synchronous calls are gone in Electron 46: not built.
 */
export function makeSafeStorage(options: {
  readonly isReady: () => boolean
  readonly userDataDir: () => string
  readonly backend: Backend
}): Electron.SafeStorage {
  const assertReady = (): void => {
    if (!options.isReady()) throw new Error('safeStorage cannot be used before app is ready')
  }
  const built: Built = {
    isAsyncEncryptionAvailable: async () => options.isReady(),
    getSelectedStorageBackend: () => (options.isReady() ? options.backend : 'unknown'),
    encryptStringAsync: async (plainText) => {
      assertReady()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', readKey(options.userDataDir()), nonce)
      const tag = Buffer.from(options.backend === 'basic_text' ? 'v10' : 'v11')
      const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
      return Buffer.concat([tag, nonce, cipher.getAuthTag(), sealed])
    },
    decryptStringAsync: async (encrypted) => {
      assertReady()
      try {
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
  return onlyBuilt<Electron.SafeStorage>('safeStorage', built)
}

/** Made at the first call. */
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
