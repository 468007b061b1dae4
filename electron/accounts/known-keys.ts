import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Secret } from './secret.ts'

/** Stores one string for each name. `read` returns null if the name was never written. */
export type KnownKeyStore = { readonly read: (name: string) => string | null; readonly write: (name: string, value: string) => void }

export type KnownKeys = {
  /** Compares a key with a connection's last known key. `unknown`: no key is recorded, or the record can't be read. */
  readonly compare: (connectionId: string, apiKey: Secret) => Promise<'same' | 'other' | 'unknown'>
  /** Records this key as the last known key of the connection's account. */
  readonly remember: (connectionId: string, apiKey: Secret) => Promise<void>
}

/** Both values are in hexadecimal. Stored. Don't rename. */
const storedSchema = z.object({ salt: z.string(), hash: z.string() })
const hashBytes = 32
const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/**
 * Recognises each connection's last key by a salted hash (scrypt). Kiln can therefore detect a new key before it sends anything with that
 * key. Keys themselves are never written to disk.
 */
export function createKnownKeys(memory: KnownKeyStore): KnownKeys {
  return {
    compare: async (connectionId, apiKey) => {
      const stored = readStored(memory.read(nameOf(connectionId)))
      if (stored === null) return 'unknown'
      const hash = await derive(apiKey.reveal(), Buffer.from(stored.salt, 'hex'), hashBytes)
      const known = Buffer.from(stored.hash, 'hex')
      return known.length === hash.length && timingSafeEqual(known, hash) ? 'same' : 'other'
    },
    remember: async (connectionId, apiKey) => {
      const salt = randomBytes(16)
      const hash = await derive(apiKey.reveal(), salt, hashBytes)
      memory.write(nameOf(connectionId), JSON.stringify({ salt: salt.toString('hex'), hash: hash.toString('hex') }))
    }
  }
}

/** Returns the name that a connection's hash is stored under. Don't change the name. */
function nameOf(connectionId: string): string {
  return `key-of:${connectionId}`
}

function readStored(text: string | null): z.infer<typeof storedSchema> | null {
  try {
    return text === null ? null : storedSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
