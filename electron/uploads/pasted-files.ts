import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { TaskSource } from '../../shared/form/task-source.ts'
import { taskSourceSchema } from '../../shared/form/task-source-schema.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediaFormats } from './media-formats.ts'

/** How long pasted files are kept. A waiting task or a retry may still need them. */
const keptInMs = 30 * 24 * 60 * 60 * 1000
const longestStem = 80
/**
 * Name of the file that describes the source result. It is saved beside a file made from a result, such as a video frame. Stored. Don't
 * rename.
 */
const sourceFileName = 'source.json'

export function pastedFolder(dataDir: string): string {
  return join(dataDir, 'pasted')
}

/**
 * Returns a function that saves pasted, recorded or painted media and returns the file's path. Each file has its own folder, so that
 * several files can have the same name. The extension is derived from the content. Each save also deletes folders older than 30 days,
 * unless `isWanted` returns true for the folder's name.
 *
 * @throws UserFacingError for bytes that aren't a supported media type.
 */
export function createPastedFileSaver(
  folder: string,
  now: () => number,
  isWanted: (name: string) => boolean
): (bytes: Uint8Array, stem: string | null, source?: TaskSource | null) => Promise<string> {
  return async (bytes, stem, source = null) => {
    const { fileTypeFromBuffer } = await import('file-type')
    const { ext = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
    const format = Object.hasOwn(mediaFormats, ext) ? mediaFormats[ext] : undefined
    if (format === undefined)
      throw new UserFacingError(say('This isn’t an image, video, audio or 3D model file.'), { advice: say('Choose a file instead.') })
    await dropOld(folder, now() - keptInMs, isWanted)
    const own = join(folder, randomUUID())
    await mkdir(own, { recursive: true, mode: 0o700 })
    const path = join(own, `${plainStem(stem) || say('Pasted at {time}', { time: clockText(new Date(now())) })}.${format.format}`)
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    if (source !== null) await writeFile(join(own, sourceFileName), JSON.stringify(source), { flag: 'wx', mode: 0o600 })
    return path
  }
}

/**
 * Resolves to the result that a saved file was made from. Null if the file wasn't made from a result, or isn't in `folder`. Never rejects.
 */
export async function readPastedSource(folder: string, path: string): Promise<TaskSource | null> {
  const own = dirname(path)
  if (dirname(own) !== folder) return null
  try {
    return taskSourceSchema.parse(JSON.parse(await readFile(join(own, sourceFileName), 'utf8')))
  } catch {
    return null
  }
}

/** Reduces a text to characters valid in file names on every system. Empty if nothing remains. */
function plainStem(stem: string | null): string {
  const plain = (stem ?? '').replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ').replaceAll(/\s+/g, ' ')
  return [...plain]
    .slice(0, longestStem)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
}

async function dropOld(folder: string, before: number, isWanted: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: before }))
    if (mtimeMs < before && !isWanted(name)) await rm(path, { recursive: true, force: true })
  }
}

/** Returns a time such as "17.20.49". Not every file system allows a colon in a file name. */
function clockText(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((figure) => String(figure).padStart(2, '0')).join('.')
}
