import { open } from 'node:fs/promises'
import { errorCode } from '../api/http-client.ts'

/** Makes new names in a folder last over a power cut. Windows keeps them by itself and lets no folder be opened. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network and user-space file systems cannot; the file itself was flushed before.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR', 'EPERM'].includes(errorCode(error))) throw error
  }
}
