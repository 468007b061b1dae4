import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecureStore } from '../../../electron/accounts/key-vault.ts'

type AesStore = SecureStore & {
  /** Sets the prefix of values encrypted from now on. */
  useMark: (mark: string) => void
  /** Makes the next `calls` calls fail, like a locked keychain. */
  failNext: (calls: number) => void
  /** Makes everything encrypted so far unreadable, as if the keychain had been replaced. */
  loseKey: () => void
  askToReEncrypt: () => void
  setAvailable: (isAvailable: boolean) => void
  /** Makes every call wait until the dialog is closed, like a keychain prompt. */
  openDialog: () => void
  closeDialog: () => void
}

/** Creates a secure store that uses AES-256-GCM with a key in memory. The returned functions simulate the faults of a real store. */
export function createAesStore(platform: SecureStore['platform'], options: { mark?: string; key?: Buffer } = {}): AesStore {
  let key = options.key ?? randomBytes(32)
  let mark = options.mark ?? (platform === 'linux' ? 'v11' : 'v10')
  let callsToFail = 0
  let isAvailable = true
  let shouldReEncrypt = false
  let dialog: PromiseWithResolvers<void> | null = null

  async function mayFail(): Promise<void> {
    await dialog?.promise
    if (callsToFail === 0) return
    callsToFail -= 1
    throw new Error('The store is temporarily unavailable. Please try again.')
  }

  return {
    platform,
    isAvailable: async () => {
      await dialog?.promise
      return isAvailable
    },
    encrypt: async (text) => {
      await mayFail()
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from(mark), nonce, cipher.getAuthTag(), sealed])
    },
    decrypt: async (ciphertext) => {
      await mayFail()
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
    },
    openDialog: () => {
      dialog = Promise.withResolvers()
    },
    closeDialog: () => {
      dialog?.resolve()
      dialog = null
    }
  }
}
