import type { Clipboard } from 'electron'
import type { Secret } from '../account/secret.ts'

/**
 * Clears every clipboard that holds exactly this secret. Other text copied since is kept. On Linux the selection is a clipboard too. Never
 * throws: an unreadable clipboard is left alone.
 * @returns whether a clipboard was cleared
 */
export async function clearClipboard(clipboards: readonly Pick<Clipboard, 'readText' | 'clear'>[], secret: Secret): Promise<boolean> {
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
