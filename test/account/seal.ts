import { webcrypto } from 'node:crypto'
import type { JsonWebKeyLike } from '../../shared/ipc.ts'

/**
 * Seals a typed key as the page does (shared/ipc.ts). Encodes it as UTF-8 and encrypts blocks of at most 190 bytes. Joins the blocks and
 * encodes the result in base64.
 */
export async function seal(text: string, publicKey: JsonWebKeyLike): Promise<string> {
  const key = await webcrypto.subtle.importKey('jwk', { ...publicKey }, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const bytes = Buffer.from(text, 'utf8')
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 190) {
    blocks.push(Buffer.from(await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, bytes.subarray(at, at + 190))))
  }
  return Buffer.concat(blocks).toString('base64')
}
