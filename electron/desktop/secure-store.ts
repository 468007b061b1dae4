import { safeStorage } from 'electron'
import type { SecureStore } from '../account/key-vault.ts'

/** The operating system's secure store, by its asynchronous calls only. Not to be touched before the app is ready. */
export function systemSecureStore(platform: SecureStore['platform']): SecureStore {
  return {
    platform,
    isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
    backend: () => (platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system'),
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    decrypt: async (ciphertext) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(ciphertext))
      return { text: result, shouldReEncrypt }
    }
  }
}
