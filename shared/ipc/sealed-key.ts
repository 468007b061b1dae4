import { z } from 'zod'

/**
 * The typed API key, encrypted in the page. No IPC payload contains the key as text. The encryption uses main's one-time public key
 * (RSA-OAEP with SHA-256). The UTF-8 bytes are encrypted in blocks of at most 190 bytes. The blocks are concatenated and encoded in base64.
 */
export const sealedKeySchema = z.string().min(1).max(8192)

/** A JSON Web Key with an RSA public key. Declared here because neither Node's nor DOM's types are available in this folder. */
export type JsonWebKeyLike = { readonly kty: string; readonly n: string; readonly e: string; readonly alg: string; readonly ext: boolean }
