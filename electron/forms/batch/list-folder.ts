import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { maxBatchRows } from '../../../shared/form/batch/batch-row.ts'
import type { InputMedium, MediaRule } from '../../../shared/form/json-schema.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { compareNames } from '../../../shared/i18n/compare-names.ts'
import { say } from '../../../shared/i18n/say.ts'

/** Usual file extensions of each medium. The real type is detected from the file's bytes later. */
const usualEndings: { readonly [M in InputMedium]: readonly string[] } = {
  image: ['png', 'jpg', 'jpeg', 'jpe', 'jfif', 'webp', 'bmp', 'gif', 'tif', 'tiff', 'avif', 'heic', 'heif', 'jxl'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', 'mts', 'm2ts', '3gp', 'flv', 'ogv', 'wmv'],
  audio: ['mp3', 'wav', 'm4a', 'aac', 'flac', 'ogg', 'oga', 'opus', 'aif', 'aiff', 'amr', 'wma'],
  model: ['glb', 'gltf', 'obj', 'fbx', 'stl', '3mf', 'usdz', 'ply']
}
/** Maximum number of entries. Prevents listing a whole disk that was chosen by mistake. */
const mostEntries = 100_000

export type FolderFile = { readonly path: string; /** Relative to the folder, with forward slashes. */ readonly name: string }
export type FolderListing = {
  readonly files: readonly FolderFile[]
  /** Number of files skipped because of their extension. Hidden files aren't counted. */
  readonly otherFiles: number
  /** Number of subfolders, searched or not. */
  readonly subfolders: number
}

/**
 * Lists a folder's media files, in natural order ("vase 2" before "vase 10"). Hidden files and folders are skipped. Links to folders
 * aren't followed. `medium`: null for all media.
 *
 * @throws UserFacingError if the folder can't be read or contains too many files
 */
export async function listFolder(
  folder: string,
  { medium, withSubfolders }: { readonly medium: MediaRule['medium'] | null; readonly withSubfolders: boolean }
): Promise<FolderListing> {
  const endings = new Set(medium === null ? Object.values(usualEndings).flat() : usualEndings[medium])
  const files: FolderFile[] = []
  const waiting: { path: string; name: string }[] = [{ path: folder, name: '' }]
  let otherFiles = 0
  let subfolders = 0
  let entriesSeen = 0
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    const inner: { path: string; name: string }[] = []
    for (const entry of await entriesOf(place.path)) {
      entriesSeen += 1
      if (entriesSeen > mostEntries) throw tooMuch(say('more than {mostEntries, number} files and folders', { mostEntries }))
      const own = { path: join(place.path, entry.name), name: place.name === '' ? entry.name : `${place.name}/${entry.name}` }
      if (isHidden(entry.name)) continue
      if (entry.isDirectory()) {
        subfolders += 1
        inner.push(own)
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(own.path)))) {
        if (endings.has(extname(entry.name).slice(1).toLowerCase())) files.push(own)
        else otherFiles += 1
      }
    }
    if (withSubfolders) waiting.push(...inner)
    if (files.length > maxBatchRows) throw tooMuch(say('more than {mostRows, number} files', { mostRows: maxBatchRows }))
  }
  return { files: files.toSorted((one, other) => compareNames(one.name, other.name)), otherFiles, subfolders }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini|__macosx)$/i.test(name)
}

async function entriesOf(path: string): ReturnType<typeof readEntries> {
  try {
    return await readEntries(path)
  } catch (error) {
    throw new UserFacingError(say('This folder couldn’t be read.'), {
      advice: say('Check that it’s still there and that you can open it.'),
      cause: error
    })
  }
}

function readEntries(path: string) {
  return readdir(path, { withFileTypes: true })
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ?? false
}

function tooMuch(what: string): UserFacingError {
  return new UserFacingError(
    say('This folder contains {what}. A batch can have at most {mostRows, number} files.', { what, mostRows: maxBatchRows }),
    {
      advice: say('Choose a smaller folder.')
    }
  )
}
