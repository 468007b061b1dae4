import { webcrypto } from 'node:crypto'
import type { JsonWebKeyLike } from '../../shared/ipc/sealed-key.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { Secret } from './secret.ts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const
const modulusBits = 2048
const blockBytes = modulusBits / 8

/**
 * Lets the page encrypt typed secrets for the main process. No IPC message contains the plain text.
 * 1. The page requests the public key. The main process creates a key pair.
 * 2. The page encrypts the text with the public key, in blocks (see `shared/ipc/sealed-key.ts`).
 * 3. `unseal` decrypts the text and discards the key pair. A recorded IPC message can't be decrypted later.
 */
export type Unsealer = {
  /** Returns the RSA-OAEP-256 public key. It stays the same until `unseal` is called. */
  readonly publicKey: () => Promise<JsonWebKeyLike>
  /** Decrypts `sealed`, which is in Base64. @throws UserFacingError at `field` if the text wasn't encrypted with the last public key. */
  readonly unseal: (sealed: string, field: 'apiKey' | 'password') => Promise<Secret>
}

export function createUnsealer(): Unsealer {
  let pair: Promise<webcrypto.CryptoKeyPair> | null = null

  return {
    publicKey: async () => {
      pair ??= webcrypto.subtle.generateKey({ ...algorithm, modulusLength: modulusBits, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
        'encrypt',
        'decrypt'
      ])
      const { n, e } = await webcrypto.subtle.exportKey('jwk', (await pair).publicKey)
      if (n === undefined || e === undefined) throw new Error('The RSA public key has no modulus or exponent.')
      return { kty: 'RSA', n, e, alg: 'RSA-OAEP-256', ext: true }
    },
    unseal: async (sealed, field) => {
      const used = pair
      pair = null
      const bytes = Buffer.from(sealed, 'base64')
      if (used === null || bytes.length === 0 || bytes.length % blockBytes !== 0) throw stale(field)
      const { privateKey } = await used
      const opened: Buffer[] = []
      for (let at = 0; at < bytes.length; at += blockBytes) {
        const block = bytes.subarray(at, at + blockBytes)
        opened.push(Buffer.from(await decrypt(block, privateKey, field)))
      }
      return new Secret(Buffer.concat(opened).toString('utf8'))
    }
  }
}

async function decrypt(block: Uint8Array, privateKey: webcrypto.CryptoKey, field: string): Promise<ArrayBuffer> {
  try {
    return await webcrypto.subtle.decrypt(algorithm, privateKey, block)
  } catch {
    throw stale(field)
  }
}

function stale(field: string): UserFacingError {
  return new UserFacingError(say('Kiln couldn’t read the text you entered.'), {
    field,
    advice: say('Enter it again.')
  })
}
