import { open } from 'node:fs/promises'
import { errorCode } from '../../service/http-client.ts'

/**
 * Flushes a folder, so that new file names survive a power cut. Does nothing on Windows, which can't open folders and flushes names
 * automatically.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network and user-space file systems can't flush folders. The file itself is already flushed.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR', 'EPERM'].includes(errorCode(error))) throw error
  }
}
