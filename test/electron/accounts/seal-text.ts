import { webcrypto } from 'node:crypto'
import type { JsonWebKeyLike } from '../../../shared/ipc/sealed-key.ts'

/**
 * Encrypts a typed secret as the page does (see `sealedKeySchema` in shared/ipc/sealed-key.ts). Each block of at most 190 UTF-8 bytes is
 * encrypted separately. The blocks are joined and encoded in base64.
 */
export async function sealText(text: string, publicKey: JsonWebKeyLike): Promise<string> {
  const key = await webcrypto.subtle.importKey('jwk', { ...publicKey }, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const bytes = Buffer.from(text, 'utf8')
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 190) {
    blocks.push(Buffer.from(await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, bytes.subarray(at, at + 190))))
  }
  return Buffer.concat(blocks).toString('base64')
}
