import type { JsonWebKeyLike } from '../../shared/ipc/sealed-key.ts'

/** Maximum number of bytes that RSA-OAEP encrypts at once, with SHA-256 and a 2,048-bit key. */
const maxBytesPerBlock = 190

/**
 * Encrypts a text so that only the main process can read it. IPC payloads never contain the text (see `sealedKeySchema` in
 * shared/ipc/sealed-key.ts). The UTF-8 bytes are encrypted in blocks and then wiped. The encrypted blocks are joined and base64-encoded. A
 * string can't be wiped, so callers must not keep `text`.
 */
export async function sealSecret(text: string, publicKey: JsonWebKeyLike): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', { ...publicKey }, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const bytes = new TextEncoder().encode(text)
  const sealed: number[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += maxBytesPerBlock) {
    const block = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, bytes.subarray(at, at + maxBytesPerBlock))
    sealed.push(...new Uint8Array(block))
  }
  bytes.fill(0)
  return btoa(String.fromCharCode(...sealed))
}
