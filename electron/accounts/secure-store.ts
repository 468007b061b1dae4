import type { SafeStorage } from 'electron'
import type { SecureStore } from './key-vault.ts'

type AsyncSafeStorage = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** Returns the operating system's secure store. Uses only Electron's asynchronous calls. Call after the app is ready. */
export function createSystemSecureStore(safeStorage: AsyncSafeStorage, platform: SecureStore['platform']): SecureStore {
  return {
    platform,
    isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    decrypt: async (ciphertext) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(ciphertext))
      return { text: result, shouldReEncrypt }
    }
  }
}
