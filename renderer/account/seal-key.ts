import type { JsonWebKeyLike } from '../../shared/ipc.ts'

/** What RSA-OAEP with SHA-256 and 2048 bits takes at once. */
const mostBytesPerBlock = 190

/**
 * Seals a text so that only main can open it, and no payload between holds it (see `sealedKey` in shared/ipc.ts): UTF-8 in blocks, each
 * sealed on its own, joined and written in base64. The bytes are wiped afterwards; the caller drops the text.
 */
export async function sealKey(text: string, publicKey: JsonWebKeyLike): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', { ...publicKey }, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const bytes = new TextEncoder().encode(text)
  const sealed: number[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += mostBytesPerBlock) {
    const block = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, bytes.subarray(at, at + mostBytesPerBlock))
    sealed.push(...new Uint8Array(block))
  }
  bytes.fill(0)
  return btoa(String.fromCharCode(...sealed))
}
