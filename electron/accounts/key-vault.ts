import { z } from 'zod'
import { Secret } from './secret.ts'

/** The operating system's secure store. The app implements this type with Electron's asynchronous `safeStorage`. */
export type SecureStore = {
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly isAvailable: () => Promise<boolean>
  readonly encrypt: (text: string) => Promise<Uint8Array>
  readonly decrypt: (ciphertext: Uint8Array) => Promise<{ readonly text: string; readonly shouldReEncrypt: boolean }>
}

/** Storage for the ciphertexts: a section of the settings file. `read` always reads from disk, never from a cache. */
export type KeyStore = { readonly read: () => unknown; readonly write: (keys: StoredKeys) => void }

/** Stored. Don't rename. */
const storedKeySchema = z.object({
  version: z.literal(1),
  /** The encryption provider, such as `linux:v11` or `darwin:v10`. Helps support find out why a key can't be decrypted. */
  provider: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Base64. */
  ciphertext: z.string()
})
type StoredKey = z.infer<typeof storedKeySchema>

/** `candidate`: a newer copy that hasn't been decrypted yet. It replaces `current` once it has been decrypted. Stored. Don't rename. */
const slotSchema = z.looseObject({ current: storedKeySchema.optional(), candidate: storedKeySchema.optional() })
type Slot = z.infer<typeof slotSchema>
/** Slots by connection ID. A slot in the format of a newer Kiln is preserved unchanged. */
const storedKeysSchema = z.record(z.string(), z.unknown()).catch({})
export type StoredKeys = z.infer<typeof storedKeysSchema>

/** `strong`: the operating system protects the ciphertext. `weak`: a publicly known password encrypts it. */
type Protection = 'strong' | 'weak'

/** `stored`: survives a restart. `session`: in memory only. */
export type StorageLevel = 'stored' | 'session'

/**
 * State of a connection's key.
 * - `none`: no key in memory or on disk.
 * - `locked`: a key on disk that can't be decrypted now. The ciphertext is kept.
 */
export type KeyReadResult = { readonly kind: 'key'; readonly key: Secret } | { readonly kind: 'none' } | { readonly kind: 'locked' }

export type KeyVault = {
  /** True if a key could be stored with the operating system's protection. */
  readonly isSecure: () => Promise<boolean>
  /**
   * Stores a connection's key. If the operating system can't protect the key, it stays in memory only. The previous key's copy on disk is
   * then deleted. If `acceptWeakStorage` is true, the key is written to disk even if its protection is weak.
   *
   * @throws UserFacingError if the file can't be written. The previous key then stays in use.
   */
  readonly save: (connectionId: string, key: Secret, options: { readonly acceptWeakStorage: boolean }) => Promise<StorageLevel>
  readonly read: (connectionId: string) => Promise<KeyReadResult>
  /** True if there is a key, in memory or on disk. A key on disk may still be locked. */
  readonly has: (connectionId: string) => boolean
  /** Deletes the key from memory and disk. Call only at the user's request. */
  readonly forget: (connectionId: string) => void
}

type Retries = {
  readonly wait: (delayInMs: number) => Promise<void>
  /** Called after each failure of the store. The arguments contain neither the key nor the ciphertext. */
  readonly onTrouble: (what: string, error: unknown) => void
}

/** Delays between attempts, in milliseconds. A locked keychain often opens while the user types a password. */
const retryDelaysInMs = [200, 800, 2000]
const probeText = 'kiln'

/**
 * Creates a vault that keeps keys in the operating system's secure store:
 * 1. Without a secure store, or with weak protection (see `protectionOf`), the key stays in memory. The user can accept weak protection.
 * 2. A new copy is written beside the old one, read back from disk and decrypted. Only then does it replace the old copy. If a new key
 *    can't be stored, both copies are deleted.
 * 3. Failed operations are retried, because only the message text distinguishes a temporary lock from a permanent failure.
 * 4. A copy that can't be decrypted is kept. Decrypting may succeed once the keychain is unlocked.
 * 5. If the store reports `shouldReEncrypt`, the key is encrypted again and stored as described in 2.
 */
export function createKeyVault(
  parts: Retries & { readonly store: SecureStore; readonly keyStore: KeyStore; readonly now: () => number }
): KeyVault {
  const { store, keyStore, now } = parts
  const { platform } = store
  const session = new Map<string, Secret>()

  const vault: KeyVault = {
    isSecure: async () => {
      if (!(await store.isAvailable().catch(() => false))) return false
      if (platform !== 'linux') return true
      const probe = await store.encrypt(probeText).catch(() => null)
      return probe !== null && protectionOf(platform, probe) === 'strong'
    },

    save: async (connectionId, key, { acceptWeakStorage }) => {
      const previous = session.get(connectionId)
      session.set(connectionId, key)
      try {
        const isAvailable = await store.isAvailable().catch(() => false)
        const ciphertext = isAvailable ? await withRetries(parts, () => store.encrypt(key.reveal()), 'A key could not be encrypted.') : null
        const isAllowed = ciphertext !== null && (acceptWeakStorage || protectionOf(platform, ciphertext) === 'strong')
        if (isAllowed && (await place(connectionId, key, ciphertext))) return 'stored'
        // Otherwise, the next start would silently use the previous key, which may belong to another account.
        if (session.get(connectionId) === key) dropSlot(connectionId)
        return 'session'
      } catch (error) {
        if (session.get(connectionId) === key) {
          if (previous === undefined) session.delete(connectionId)
          else session.set(connectionId, previous)
        }
        throw error
      }
    },

    read: async (connectionId) => {
      const remembered = session.get(connectionId)
      if (remembered !== undefined) return { kind: 'key', key: remembered }
      if (!(connectionId in readKeys())) return { kind: 'none' }
      const { candidate, current } = readSlot(connectionId)
      for (const copy of [candidate, current]) {
        if (copy === undefined) continue
        const opened = await withRetries(parts, () => store.decrypt(bytesOf(copy)), 'A stored key could not be opened.')
        if (opened === null) continue
        // Decrypting may have waited for the user. The key may have been replaced or removed meanwhile.
        const newer = session.get(connectionId)
        if (newer !== undefined) return { kind: 'key', key: newer }
        if (!(connectionId in readKeys())) return { kind: 'none' }
        const key = new Secret(opened.text)
        session.set(connectionId, key)
        if (copy === candidate) writeSlot(connectionId, { current: candidate })
        if (opened.shouldReEncrypt) await renew(connectionId, key, copy)
        return { kind: 'key', key }
      }
      return { kind: 'locked' }
    },

    has: (connectionId) => session.has(connectionId) || connectionId in readKeys(),

    forget: (connectionId) => {
      session.delete(connectionId)
      dropSlot(connectionId)
    }
  }
  return vault

  /** Re-encrypts a key with the strongest protection that the store now offers. Keeps the copy on disk if the new one would be weaker. */
  async function renew(connectionId: string, key: Secret, before: StoredKey): Promise<void> {
    const ciphertext = await withRetries(parts, () => store.encrypt(key.reveal()), 'A key could not be encrypted again.')
    if (ciphertext === null) return
    if (protectionOf(platform, ciphertext) === 'weak' && protectionOf(platform, bytesOf(before)) === 'strong') return
    await place(connectionId, key, ciphertext)
  }

  /** Writes a candidate, reads it back from disk and decrypts it. If that succeeds, replaces the previous copy and returns true. */
  async function place(connectionId: string, key: Secret, ciphertext: Uint8Array): Promise<boolean> {
    // Encrypting may have waited for the user. The key may have been replaced or removed meanwhile.
    if (session.get(connectionId) !== key) return false
    const candidate: StoredKey = {
      version: 1,
      provider: `${platform}:${tagOf(ciphertext)}`,
      createdAt: now(),
      ciphertext: Buffer.from(ciphertext).toString('base64')
    }
    writeSlot(connectionId, { ...readSlot(connectionId), candidate })
    const written = readSlot(connectionId).candidate
    if (written === undefined) return false
    const opened = await withRetries(parts, () => store.decrypt(bytesOf(written)), 'A stored key could not be read back.')
    // A key that was replaced or forgotten meanwhile must not be restored.
    if (opened?.text !== key.reveal() || session.get(connectionId) !== key) return false
    writeSlot(connectionId, { current: written })
    return true
  }

  function dropSlot(connectionId: string): void {
    const { [connectionId]: dropped, ...others } = readKeys()
    if (dropped !== undefined) keyStore.write(others)
  }

  function writeSlot(connectionId: string, slot: Slot): void {
    keyStore.write({ ...readKeys(), [connectionId]: slot })
  }

  function readSlot(connectionId: string): Slot {
    return slotSchema.catch({}).parse(readKeys()[connectionId])
  }

  function readKeys(): StoredKeys {
    return storedKeysSchema.parse(keyStore.read())
  }
}

/** Calls `attempt` until it succeeds, with a retry after each of `retryDelaysInMs`. Null if every attempt failed. */
async function withRetries<T>({ wait, onTrouble }: Retries, attempt: () => Promise<T>, trouble: string): Promise<T | null> {
  for (const delayInMs of [...retryDelaysInMs, null]) {
    try {
      return await attempt()
    } catch (error) {
      onTrouble(trouble, error)
      if (delayInMs !== null) await wait(delayInMs)
    }
  }
  return null
}

/**
 * Detects the protection from the ciphertext's version tag. On Linux, Electron's asynchronous store may encrypt with a hard-coded password.
 * It still reports that it's available. Such ciphertexts start with `v10`. On macOS and Windows, `v10` is the normal tag.
 * `getSelectedStorageBackend()` can't be used, because it describes the synchronous store. That store picks its backend by the desktop's
 * name. On sway and i3, it reports `basic_text` even if a keyring is available.
 */
function protectionOf(platform: SecureStore['platform'], ciphertext: Uint8Array): Protection {
  return platform === 'linux' && tagOf(ciphertext) === 'v10' ? 'weak' : 'strong'
}

/** Returns the first three bytes if they are a version tag, such as `v11`. Otherwise returns `none`. */
function tagOf(ciphertext: Uint8Array): string {
  const mark = Buffer.from(ciphertext.subarray(0, 3)).toString('latin1')
  return /^v\d\d$/.test(mark) ? mark : 'none'
}

function bytesOf(stored: StoredKey): Uint8Array {
  return Buffer.from(stored.ciphertext, 'base64')
}
