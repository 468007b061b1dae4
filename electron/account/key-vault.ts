import { z } from 'zod'
import { Secret } from './secret.ts'

/**
 * What the vault needs of the operating system's secure store; over Electron's asynchronous `safeStorage` in the app.
 * `backend`: on Linux the store that was chosen by desktop, `basic_text` when there is none; elsewhere `system`.
 */
export type SecureStore = {
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly isAvailable: () => Promise<boolean>
  readonly backend: () => string
  readonly encrypt: (text: string) => Promise<Uint8Array>
  readonly decrypt: (ciphertext: Uint8Array) => Promise<{ readonly text: string; readonly shouldReEncrypt: boolean }>
}

/** Where ciphertexts lie: a section of the settings file. `read` reads the file anew, so that what it gives is what is on disk. */
export type KeyShelf = { readonly read: () => unknown; readonly write: (keys: StoredKeys) => void }

/** Stored; do not rename. */
const storedKeySchema = z.object({
  version: z.literal(1),
  /** Who encrypted it: `linux:v11`, `darwin:v10`. Evidence for support when it can't be opened any more. */
  provider: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Base64. */
  ciphertext: z.string()
})
type StoredKey = z.infer<typeof storedKeySchema>

/** `candidate`: a newer copy that was not proved yet to open; it never takes the place of `current` before that. Stored; do not rename. */
const slotSchema = z.looseObject({ current: storedKeySchema.optional(), candidate: storedKeySchema.optional() })
type Slot = z.infer<typeof slotSchema>
/** By connection id. A slot that a newer Kiln wrote in another way is carried along as it is. */
const storedKeysSchema = z.record(z.string(), z.unknown()).catch({})
export type StoredKeys = z.infer<typeof storedKeysSchema>

/** Whether the operating system protects a ciphertext, or only hides it behind a password that everybody knows. */
type Protection = 'strong' | 'weak'

/** `stored`: it survives a restart. `session`: it is in memory alone. */
export type Keeping = 'stored' | 'session'

/**
 * What is known of a connection's key.
 * - `none`: there is none, neither in memory nor on disk.
 * - `locked`: there is one on disk that can't be opened now; it is kept as it is.
 */
export type KeyReading = { readonly kind: 'key'; readonly key: Secret } | { readonly kind: 'none' } | { readonly kind: 'locked' }

export type KeyVault = {
  /** Whether a key could be stored under the protection of the operating system. */
  readonly isSecure: () => Promise<boolean>
  /** Keeps a connection's key; in memory alone where nothing protects it on disk, unless `acceptWeakStorage`. Replaces the key before. */
  readonly keep: (connectionId: string, key: Secret, options: { readonly acceptWeakStorage: boolean }) => Promise<Keeping>
  readonly read: (connectionId: string) => Promise<KeyReading>
  /** Takes the key out of memory and off the disk. Only when a person asks for it. */
  readonly forget: (connectionId: string) => void
}

/** Waits between attempts, in milliseconds: a keychain that was locked at the first try often opens while a person types a password. */
const retryDelaysInMs = [200, 800, 2000]
const probeText = 'kiln'

/**
 * Keys in the operating system's secure store. The rules, in order:
 * 1. No secure store, or one that is not (see `protectionOf`): the key stays in memory, unless the person accepts weaker storage.
 * 2. A new copy is written beside the old one, read back from disk and opened; only then does it take its place.
 * 3. A store that fails is asked again; "locked for a moment" and "wrong for good" can't be told apart but by message text.
 * 4. A copy that can't be opened is kept: tomorrow's unlocked keychain may open it.
 * 5. `shouldReEncrypt`: encrypted again, by rule 2.
 */
export function createKeyVault(parts: {
  readonly store: SecureStore
  readonly shelf: KeyShelf
  readonly now: () => number
  readonly wait: (delayInMs: number) => Promise<void>
  /** Told when the store failed; gets no key and no ciphertext. */
  readonly onTrouble: (what: string, error: unknown) => void
}): KeyVault {
  const { store, shelf, now, wait, onTrouble } = parts
  const session = new Map<string, Secret>()

  const vault: KeyVault = {
    isSecure: async () => {
      if (!(await store.isAvailable().catch(() => false))) return false
      if (store.platform !== 'linux') return true
      const probe = await store.encrypt(probeText).catch(() => null)
      return probe !== null && protectionOf(store, probe) === 'strong'
    },

    keep: async (connectionId, key, { acceptWeakStorage }) => {
      session.set(connectionId, key)
      if (!(await store.isAvailable().catch(() => false))) return 'session'
      const ciphertext = await persistently(() => store.encrypt(key.reveal()), 'A key could not be encrypted.')
      if (ciphertext === null) return 'session'
      if (protectionOf(store, ciphertext) === 'weak' && !acceptWeakStorage) {
        dropSlot(connectionId)
        return 'session'
      }
      return (await place(connectionId, key, ciphertext)) ? 'stored' : 'session'
    },

    read: async (connectionId) => {
      const remembered = session.get(connectionId)
      if (remembered !== undefined) return { kind: 'key', key: remembered }
      if (!(connectionId in readKeys())) return { kind: 'none' }
      const { candidate, current } = readSlot(connectionId)
      for (const copy of [candidate, current]) {
        if (copy === undefined) continue
        const opened = await persistently(() => store.decrypt(bytesOf(copy)), 'A stored key could not be opened.')
        if (opened === null) continue
        const key = new Secret(opened.text)
        session.set(connectionId, key)
        if (copy === candidate) writeSlot(connectionId, { current: candidate })
        if (opened.shouldReEncrypt) await renew(connectionId, key, copy)
        return { kind: 'key', key }
      }
      return { kind: 'locked' }
    },

    forget: (connectionId) => {
      session.delete(connectionId)
      dropSlot(connectionId)
    }
  }
  return vault

  /** Encrypts again with what the store holds best now; the copy on disk stays where that would be weaker than what it replaces. */
  async function renew(connectionId: string, key: Secret, before: StoredKey): Promise<void> {
    const ciphertext = await persistently(() => store.encrypt(key.reveal()), 'A key could not be encrypted again.')
    if (ciphertext === null) return
    if (protectionOf(store, ciphertext) === 'weak' && protectionOf(store, bytesOf(before)) === 'strong') return
    await place(connectionId, key, ciphertext)
  }

  /** Writes a candidate, reads it back from disk, opens it, and only then lets it take the place of the copy before. */
  async function place(connectionId: string, key: Secret, ciphertext: Uint8Array): Promise<boolean> {
    const candidate: StoredKey = {
      version: 1,
      provider: `${store.platform}:${tagOf(ciphertext)}`,
      createdAt: now(),
      ciphertext: Buffer.from(ciphertext).toString('base64')
    }
    writeSlot(connectionId, { ...readSlot(connectionId), candidate })
    const written = readSlot(connectionId).candidate
    if (written === undefined) return false
    const opened = await persistently(() => store.decrypt(bytesOf(written)), 'A stored key could not be read back.')
    if (opened?.text !== key.reveal()) return false
    writeSlot(connectionId, { current: written })
    return true
  }

  function dropSlot(connectionId: string): void {
    const { [connectionId]: dropped, ...others } = readKeys()
    if (dropped !== undefined) shelf.write(others)
  }

  function writeSlot(connectionId: string, slot: Slot): void {
    shelf.write({ ...readKeys(), [connectionId]: slot })
  }

  function readSlot(connectionId: string): Slot {
    return slotSchema.catch({}).parse(readKeys()[connectionId])
  }

  function readKeys(): StoredKeys {
    return storedKeysSchema.parse(shelf.read())
  }

  /** Null once every attempt failed. */
  async function persistently<T>(attempt: () => Promise<T>, trouble: string): Promise<T | null> {
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
}

/**
 * On Linux, Electron's asynchronous store says that it is available even when all it has is a password that everybody knows; its ciphertexts
 * then begin with `v10`. On macOS and Windows `v10` is the ordinary mark. A backend of `basic_text` is taken at its word too.
 */
function protectionOf(store: Pick<SecureStore, 'platform' | 'backend'>, ciphertext: Uint8Array): Protection {
  if (store.platform !== 'linux') return 'strong'
  return store.backend() === 'basic_text' || tagOf(ciphertext) === 'v10' ? 'weak' : 'strong'
}

/** The first three bytes where they are a version mark, such as `v11`; else `none`. */
function tagOf(ciphertext: Uint8Array): string {
  const mark = Buffer.from(ciphertext.subarray(0, 3)).toString('latin1')
  return /^v\d\d$/.test(mark) ? mark : 'none'
}

function bytesOf(stored: StoredKey): Uint8Array {
  return Buffer.from(stored.ciphertext, 'base64')
}
