import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Name of the hidden file that identifies a library folder. Without it, Kiln could mistake another drive at the same path for the library.
 * Stored. Don't rename.
 */
export const markerFileName = '.kiln-library'

/** Stored. Don't rename. */
const markSchema = z.object({ what: z.string(), id: z.string().min(1) })

/** Returns the ID in a folder's marker file. Null if the file is missing or incomplete. @throws file system errors if it can't be read. */
export async function readFolderMarker(folder: string): Promise<string | null> {
  let text: string
  try {
    text = await readFile(join(folder, markerFileName), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return markSchema.parse(JSON.parse(text)).id
  } catch {
    return null
  }
}

/** Writes a folder's marker file. @throws file system errors. */
export async function writeFolderMarker(folder: string, id: string): Promise<void> {
  const what = 'Kiln keeps results in this folder. By this file it knows that the right drive is connected.'
  await writeFile(join(folder, markerFileName), `${JSON.stringify({ what, id })}\n`)
}
