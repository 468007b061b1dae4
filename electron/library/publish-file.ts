import { link, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../api/http-client.ts'
import { digestOf } from './part-file.ts'

const maxNames = 1_000
/** What file systems say that know no second name for a file: FAT, exFAT, some network shares. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL', 'UNKNOWN'])

/**
 * Gives a finished file its name, `<stem>.<ending>`, and makes that last. A file that is there already is never touched: when it is this very one (a
 * crash came between two steps of an earlier call) it is taken as the result, else the next free name is (`<stem> (2).<ending>`).
 *
 * @returns the path it has now. The part may still be there under its own name.
 */
export async function publishFile(part: string, sha256: string, stem: string, ending: string): Promise<string> {
  for (let number = 1; number <= maxNames; number += 1) {
    const target = number === 1 ? `${stem}.${ending}` : `${stem} (${number}).${ending}`
    if ((await giveName(part, target)) || (await isSameFile(part, sha256, target))) {
      await syncFolder(dirname(target))
      return target
    }
  }
  throw Object.assign(new Error('Every name is taken.'), { code: 'EEXIST' })
}

/** False when something has that name. */
async function giveName(part: string, target: string): Promise<boolean> {
  try {
    await link(part, target)
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    if (!noLinks.has(code)) throw error
  }
  try {
    // An empty file of our own holds the name; only that is replaced.
    await (await open(target, 'wx')).close()
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
  await rename(part, target)
  return true
}

async function isSameFile(part: string, sha256: string, target: string): Promise<boolean> {
  const [mine, other] = await Promise.all([stat(part), stat(target)])
  if (!other.isFile() || mine.size !== other.size) return false
  if (mine.ino !== 0 && mine.ino === other.ino && mine.dev === other.dev) return true
  await using file = await open(target, 'r')
  return (await digestOf(file, other.size)) === sha256
}

/** Makes new names in a folder last over a power cut. Windows keeps them by itself and lets no folder be opened. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network and user-space file systems cannot; the file itself was flushed before.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR', 'EPERM'].includes(errorCode(error))) throw error
  }
}
