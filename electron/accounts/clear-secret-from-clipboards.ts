import type { Clipboard } from 'electron'
import type { Secret } from './secret.ts'

/**
 * Clears each clipboard that contains exactly `secret`. Any other text is kept. On Linux, the primary selection is a second clipboard.
 * Never rejects. A clipboard that can't be read is left unchanged.
 * @returns true if a clipboard was cleared
 */
export async function clearSecretFromClipboards(
  clipboards: readonly Pick<Clipboard, 'readText' | 'clear'>[],
  secret: Secret
): Promise<boolean> {
  const cleared = await Promise.all(
    clipboards.map(async (clipboard) => {
      try {
        const text = (await clipboard.readText()).trim()
        if (text === '' || text !== secret.reveal().trim()) return false
        clipboard.clear()
        return true
      } catch {
        return false
      }
    })
  )
  return cleared.includes(true)
}
