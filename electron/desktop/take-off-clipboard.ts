import type { Clipboard } from 'electron'
import type { Secret } from '../account/secret.ts'

/**
 * Clears every clipboard that holds exactly this secret, as somebody copied it; another text that came there meanwhile stays. On Linux what was
 * last selected is a clipboard too. Never throws: a clipboard that can't be read is left alone.
 * @returns whether one was cleared
 */
export async function takeOffClipboard(clipboards: readonly Pick<Clipboard, 'readText' | 'clear'>[], secret: Secret): Promise<boolean> {
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
