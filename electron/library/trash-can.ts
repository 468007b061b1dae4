import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../service/http-client.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { uniquePath, pathExists } from './unique-path.ts'
import { sidecarPath, sidecarSchema } from './recipes/sidecar.ts'
import { writeFileAtomic } from './write-file-atomic.ts'

/** Stars, tags and collections of an item. The sidecar may have older data or be missing. */
const personSchema = z.object({
  stars: z.literal([0, 1, 2, 3, 4, 5]),
  tags: z.array(z.string()).readonly(),
  collections: z.array(z.number()).readonly()
})

/** Record of a pending deletion: the files that Kiln will move to the system's trash. Stored. Don't rename. */
const loadSchema = z.object({
  format: z.literal('kiln-trash'),
  version: z.literal(1),
  token: z.string().regex(/^[\w-]{1,80}$/),
  /**
   * True once step 2 of `TrashCan` is done. Until then, the user hasn't been told of the deletion, and the next start restores the files.
   */
  isMoved: z.boolean(),
  files: z
    .array(
      z.object({
        id: z.string(),
        from: z.string(),
        to: z.string(),
        person: personSchema.optional(),
        /** The item's data, if its sidecar was missing or outdated when the file was deleted. */
        sidecar: sidecarSchema.optional().catch(undefined)
      })
    )
    .readonly()
})
export type PendingDeletion = Readonly<z.infer<typeof loadSchema>>
type TrashedFile = PendingDeletion['files'][number]

const movesAtOnce = 8

export type FileToDelete = Pick<TrashedFile, 'id' | 'person' | 'sidecar'> & { readonly path: string }

/** A restored file. `path`: its original path, or a free path beside it if another file was there. */
export type RestoredFile = FileToDelete

/** A file that couldn't be moved. It is still at `path`. */
export type UndeletableFile = { readonly id: string; readonly path: string; readonly error: unknown }

/**
 * Deletes files so that the deletion can be undone. A crash never loses a file. Steps of a deletion:
 * 1. The list of its files and their target paths is saved in Kiln's data folder.
 * 2. The files are moved into a hidden folder beside them (`.kiln-trash`), in slices. Each file moves with its sidecar. Undo restores the
 * files from there. After an error or a stop by the user, the list drops the remaining files.
 * 3. After the undo period or a restart, the files are moved to the system's trash.
 * 4. The list is deleted.
 * A failure or crash before the end of step 2 undoes the deletion. That deletion was never reported as successful. Kiln never deletes these
 * files permanently. Files that the system's trash rejects stay in the hidden folder. The next start retries them.
 */
export type TrashCan = {
  /** Step 1: saves the list of files. */
  readonly begin: (token: string, files: readonly FileToDelete[]) => Promise<void>
  /** Step 2: moves some of the files into the hidden folder. Resolves to the files that couldn't be moved. */
  readonly moveToTrash: (token: string, ids: readonly string[]) => Promise<readonly UndeletableFile[]>
  /** End of step 2: saves that the files have been moved. @throws file system errors. The caller must then undo the deletion. */
  readonly finish: (token: string) => Promise<void>
  /**
   * Undoes a deletion, `fileCount` files at a time. Does nothing if the files are already in the system's trash.
   * @throws file system errors. Another call or the next start restores the remaining files.
   */
  readonly restore: (token: string, fileCount: number) => AsyncGenerator<readonly RestoredFile[]>
  /**
   * Steps 3 and 4: moves the files to the system's trash and deletes the list. Resolves to the number of files that the system's trash
   * rejected.
   */
  readonly empty: (token: string) => Promise<number>
  /** Returns all saved deletions, including those from before the last restart. */
  readonly pendingDeletions: () => Promise<readonly PendingDeletion[]>
}

export function createTrashCan(parts: {
  /** Folder of the saved deletions. */
  readonly folder: string
  /** Moves a file to the system's trash. */
  readonly trashItem: (path: string) => Promise<void>
}): TrashCan {
  const pathOf = (token: string): string => join(parts.folder, `${token}.json`)

  async function read(token: string): Promise<PendingDeletion | null> {
    try {
      return loadSchema.parse(JSON.parse(await readFile(pathOf(token), 'utf8')))
    } catch {
      return null
    }
  }

  async function write(load: PendingDeletion): Promise<void> {
    await mkdir(parts.folder, { recursive: true })
    await writeFileAtomic(pathOf(load.token), JSON.stringify(load))
  }

  /** Deletions in step 2, with the IDs of the files that have been moved. */
  const filling = new Map<string, { readonly load: PendingDeletion; readonly moved: Set<string> }>()

  /** Moves a file together with its sidecar. Resolves to null on success, otherwise to the file with the error. */
  async function moveOne({ id, from, to }: TrashedFile): Promise<UndeletableFile | null> {
    try {
      if (await pathExists(from)) await moveInto(from, to)
      try {
        if (await pathExists(sidecarPath(from))) await moveInto(sidecarPath(from), sidecarPath(to))
      } catch (error) {
        await moveIfThere(to, from)
        throw error
      }
      return null
    } catch (error) {
      await tidy(dirname(to))
      return { id, path: from, error }
    }
  }

  async function takeOneBack({ from, to }: TrashedFile): Promise<string> {
    const isMoved = (await pathExists(to)) || (await pathExists(sidecarPath(to)))
    if (!isMoved) return from
    // The user may have created another file at the old path since the deletion.
    const target = (await pathExists(to)) && (await pathExists(from)) ? await uniquePath(dirname(from), basename(from)) : from
    await moveIfThere(to, target)
    await moveIfThere(sidecarPath(to), sidecarPath(target))
    await tidy(dirname(to))
    return target
  }

  return {
    begin: async (token, files) => {
      const to = (path: string, place: number): string => join(dirname(path), '.kiln-trash', `${token}-${place}`, basename(path))
      const load: PendingDeletion = {
        format: 'kiln-trash',
        version: 1,
        token,
        isMoved: false,
        files: files.map(({ path, ...file }, place) => ({ ...file, from: path, to: to(path, place) }))
      }
      await write(load)
      filling.set(token, { load, moved: new Set() })
    },
    moveToTrash: async (token, ids) => {
      const { load, moved } = filling.get(token) ?? { load: null, moved: new Set<string>() }
      const wanted = new Set(ids)
      const files = load?.files.filter(({ id }) => wanted.has(id)) ?? []
      const failures = (await mapConcurrent(movesAtOnce, files, moveOne)).filter((failure) => failure !== null)
      const failed = new Set(failures.map(({ id }) => id))
      for (const { id } of files) if (!failed.has(id)) moved.add(id)
      return failures
    },
    finish: async (token) => {
      const { load, moved } = filling.get(token) ?? { load: null, moved: new Set<string>() }
      if (load === null) return
      if (moved.size === 0) await rm(pathOf(token), { force: true })
      else await write({ ...load, isMoved: true, files: load.files.filter(({ id }) => moved.has(id)) })
      filling.delete(token)
    },
    async *restore(token, fileCount) {
      filling.delete(token)
      const load = await read(token)
      if (load === null) return
      // If Kiln crashes after this write, the next start resumes the undo and deletes nothing.
      if (load.isMoved) await write({ ...load, isMoved: false }).catch(() => undefined)
      for (let from = 0; from < load.files.length; from += fileCount) {
        const files = load.files.slice(from, from + fileCount)
        const first = await mapConcurrent(movesAtOnce, files, async (file) => ((await pathExists(file.from)) ? null : takeOneBack(file)))
        // Files whose old path is taken are restored one at a time. Two of them may need the same free name.
        const paths = await mapConcurrent(1, files, async (file) => first[files.indexOf(file)] ?? takeOneBack(file))
        yield files.map(({ id, from: before, person, sidecar }, place) => ({ id, path: paths[place] ?? before, person, sidecar }))
      }
      await rm(pathOf(token), { force: true })
    },
    empty: async (token) => {
      const load = await read(token)
      if (load === null) return 0
      let left = 0
      for (const { to } of load.files) {
        let isLeft = false
        for (const path of [to, sidecarPath(to)]) {
          if (!(await pathExists(path))) continue
          await parts.trashItem(path).catch(() => (isLeft = true))
        }
        if (isLeft) left += 1
        await tidy(dirname(to))
      }
      if (left === 0) await rm(pathOf(token), { force: true })
      return left
    },
    pendingDeletions: async () => {
      const names = await readdir(parts.folder).catch(() => [])
      const loads = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => read(name.slice(0, -'.json'.length))))
      return loads.filter((load) => load !== null)
    }
  }
}

async function moveInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Removes the hidden folders once they are empty. */
async function tidy(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined)
  await rmdir(dirname(folder)).catch(() => undefined)
}
