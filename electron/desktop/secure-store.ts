import type { SafeStorage } from 'electron'
import type { SecureStore } from '../account/key-vault.ts'

type AsyncSafeStorage = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** The operating system's secure store, through its asynchronous calls only. Must not be used before the app is ready. */
export function systemSecureStore(safeStorage: AsyncSafeStorage, platform: SecureStore['platform']): SecureStore {
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
