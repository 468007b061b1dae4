import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecureStore } from '../../electron/account/key-vault.ts'

type AesStore = SecureStore & {
  /** Mark at the head of what is encrypted from now on. */
  useMark: (mark: string) => void
  /** The next so many calls fail, as a locked keychain does. */
  failNext: (calls: number) => void
  /** From now on what was encrypted before can't be opened: another keychain. */
  loseKey: () => void
  askToReEncrypt: () => void
  setAvailable: (isAvailable: boolean) => void
}

/** A secure store over AES-256-GCM whose key lives in this object, with the troubles of a real one on demand. */
export function createAesStore(
  platform: SecureStore['platform'],
  options: { backend?: string; mark?: string; key?: Buffer } = {}
): AesStore {
  let key = options.key ?? randomBytes(32)
  let mark = options.mark ?? (platform === 'linux' ? 'v11' : 'v10')
  let callsToFail = 0
  let isAvailable = true
  let shouldReEncrypt = false

  function mayFail(): void {
    if (callsToFail === 0) return
    callsToFail -= 1
    throw new Error('The store is temporarily unavailable. Please try again.')
  }

  return {
    platform,
    isAvailable: async () => isAvailable,
    backend: () => options.backend ?? (platform === 'linux' ? 'gnome_libsecret' : 'system'),
    encrypt: async (text) => {
      mayFail()
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from(mark), nonce, cipher.getAuthTag(), sealed])
    },
    decrypt: async (ciphertext) => {
      mayFail()
      const bytes = Buffer.from(ciphertext)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(3, 15))
      decipher.setAuthTag(bytes.subarray(15, 31))
      const text = Buffer.concat([decipher.update(bytes.subarray(31)), decipher.final()]).toString('utf8')
      return { text, shouldReEncrypt }
    },
    useMark: (next) => {
      mark = next
    },
    failNext: (calls) => {
      callsToFail = calls
    },
    loseKey: () => {
      key = randomBytes(32)
    },
    askToReEncrypt: () => {
      shouldReEncrypt = true
    },
    setAvailable: (next) => {
      isAvailable = next
    }
  }
}
