import type { JsonWebKeyLike } from '../../shared/ipc.ts'

/** Maximum block size of RSA-OAEP with SHA-256 and 2048 bits. */
const maxBytesPerBlock = 190

/**
 * Encrypts a text so that only the main process can read it. No IPC payload contains the text (see `sealedKey` in shared/ipc.ts). The UTF-8
 * bytes are encrypted in blocks, joined and base64-encoded. Then the bytes are wiped. The caller drops the text.
 */
export async function sealKey(text: string, publicKey: JsonWebKeyLike): Promise<string> {
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
