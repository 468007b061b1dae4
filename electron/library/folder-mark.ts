import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The hidden file that tells a library folder from whatever else may be at its path. Stored; do not rename. */
export const markName = '.kiln-library'

/** Stored; do not rename. */
const markSchema = z.object({ what: z.string(), id: z.string().min(1) })

/** Null where there is none, or none that was written whole. @throws what the file system throws when it does not answer. */
export async function readMark(folder: string): Promise<string | null> {
  let text: string
  try {
    text = await readFile(join(folder, markName), 'utf8')
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

/** @throws what the file system throws. */
export async function writeMark(folder: string, id: string): Promise<void> {
  const what = 'Kiln keeps results in this folder. By this file it knows that the right drive is connected.'
  await writeFile(join(folder, markName), `${JSON.stringify({ what, id })}\n`)
}
