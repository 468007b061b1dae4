import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import { mediaFormats } from '../uploads/media-formats.ts'

/** A task may wait this long for its files, and be sent again from them. */
const keptInMs = 30 * 24 * 60 * 60 * 1000
const longestStem = 80

/**
 * Keeps media that were pasted, recorded or painted and are no files yet: each in a folder of its own, so that all may have a plain name.
 * The ending follows the bytes. Those older than 30 days go when the next one comes, unless `isWanted` says of a folder's name that something
 * still stands on it.
 *
 * @throws PlainProblem for bytes that are none of the media Kiln knows.
 */
export function createMadeFiles(
  folder: string,
  now: () => number,
  isWanted: (name: string) => boolean
): (bytes: Uint8Array, stem: string | null) => Promise<string> {
  return async (bytes, stem) => {
    const { fileTypeFromBuffer } = await import('file-type')
    const { ext = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
    const format = Object.hasOwn(mediaFormats, ext) ? mediaFormats[ext] : undefined
    if (format === undefined)
      throw new PlainProblem(say('That is no picture, video, sound or 3D model.'), { advice: say('Choose a file instead.') })
    await dropOld(folder, now() - keptInMs, isWanted)
    const own = join(folder, randomUUID())
    await mkdir(own, { recursive: true, mode: 0o700 })
    const path = join(own, `${plainStem(stem) || say('Pasted at {time}', { time: clockWords(new Date(now())) })}.${format.format}`)
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    return path
  }
}

/** What every system takes as a file's name; empty when nothing is left. */
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

/** "17.20.49": a colon may not stand in a file's name everywhere. */
function clockWords(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((figure) => String(figure).padStart(2, '0')).join('.')
}
