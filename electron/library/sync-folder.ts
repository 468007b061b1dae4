import { open } from 'node:fs/promises'
import { errorCode } from '../api/http-client.ts'

/** Makes new names in a folder survive a power cut. Windows does so automatically and can't open folders. */
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
