import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Where one text is kept under each name. `read` gives null for a name that was never written. */
export type KeyMemory = { readonly read: (name: string) => string | null; readonly write: (name: string, value: string) => void }

export type KnownKeys = {
  /** Whether a key is the one that a connection was last known to have. `unknown`: none was remembered yet. */
  readonly compare: (connectionId: string, apiKey: string) => Promise<'same' | 'other' | 'unknown'>
  /** From now on this is the key of the connection's account. */
  readonly remember: (connectionId: string, apiKey: string) => Promise<void>
}

/** Hex. Stored; do not rename. */
const storedSchema = z.object({ salt: z.string(), hash: z.string() })
const hashBytes = 32
const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/**
 * Knows by a salted hash (scrypt) which key the account of each connection had, so that a key of another account is noticed before anything is
 * sent with it. The key itself is never written.
 */
export function createKnownKeys(memory: KeyMemory): KnownKeys {
  return {
    compare: async (connectionId, apiKey) => {
      const stored = readStored(memory.read(nameOf(connectionId)))
      if (stored === null) return 'unknown'
      const hash = await derive(apiKey, Buffer.from(stored.salt, 'hex'), hashBytes)
      const known = Buffer.from(stored.hash, 'hex')
      return known.length === hash.length && timingSafeEqual(known, hash) ? 'same' : 'other'
    },
    remember: async (connectionId, apiKey) => {
      const salt = randomBytes(16)
      const hash = await derive(apiKey, salt, hashBytes)
      memory.write(nameOf(connectionId), JSON.stringify({ salt: salt.toString('hex'), hash: hash.toString('hex') }))
    }
  }
}

/** Stored; do not rename. */
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
