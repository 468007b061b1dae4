import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../api/http-client.ts'
import { freePath, isThere } from './free-name.ts'
import { sidecarPath } from './sidecar.ts'
import { writeWhole } from './write-whole.ts'

/** Files on their way to the system's trash. Stored; do not rename. */
const loadSchema = z.object({
  format: z.literal('kiln-trash'),
  version: z.literal(1),
  token: z.string().regex(/^[\w-]{1,80}$/),
  /** Step 2 is done: whatever lies under the old names is another file. */
  isMoved: z.boolean(),
  files: z.array(z.object({ id: z.string(), from: z.string(), to: z.string() })).readonly()
})
export type TrashLoad = Readonly<z.infer<typeof loadSchema>>

/**
 * Deletes with undo, whatever comes between. A load's way:
 * 1. it is written down, in Kiln's data folder: what goes, and where to;
 * 2. its files move, each with its sidecar, into a hidden folder beside them (`.kiln-trash`), where undo takes them back from;
 * 3. after the time for undo, or at the next start, they go on to the system's trash;
 * 4. the load is forgotten.
 * Nothing is ever deleted for good here: what the system's trash does not take stays in step 2 and is tried again at the next start.
 */
export type TrashCan = {
  readonly fill: (token: string, files: readonly { readonly id: string; readonly path: string }[]) => Promise<TrashLoad>
  /** Takes a load back; each file's path now. Null: it has gone to the system's trash. */
  readonly takeBack: (token: string) => Promise<ReadonlyMap<string, string> | null>
  /** Steps 3 and 4. False: the system's trash did not take all of it. */
  readonly empty: (token: string) => Promise<boolean>
  /** Loads that are written down, from before this start too. */
  readonly loads: () => Promise<readonly TrashLoad[]>
}

export function createTrashCan(parts: {
  /** Folder of what is written down. */
  readonly folder: string
  /** Hands a file to the system's trash. */
  readonly trashItem: (path: string) => Promise<void>
}): TrashCan {
  const pathOf = (token: string): string => join(parts.folder, `${token}.json`)

  async function read(token: string): Promise<TrashLoad | null> {
    try {
      return loadSchema.parse(JSON.parse(await readFile(pathOf(token), 'utf8')))
    } catch {
      return null
    }
  }

  async function write(load: TrashLoad): Promise<void> {
    await mkdir(parts.folder, { recursive: true })
    await writeWhole(pathOf(load.token), JSON.stringify(load))
  }

  async function move(load: TrashLoad): Promise<void> {
    if (load.isMoved) return
    for (const { from, to } of load.files) {
      for (const [old, anew] of [
        [from, to],
        [sidecarPath(from), sidecarPath(to)]
      ] as const) {
        if (!(await isThere(old)) || (await isThere(anew))) continue
        await mkdir(dirname(to), { recursive: true })
        await rename(old, anew)
      }
    }
    await write({ ...load, isMoved: true })
  }

  return {
    fill: async (token, files) => {
      const to = (path: string, place: number): string => join(dirname(path), '.kiln-trash', `${token}-${place}`, basename(path))
      const load: TrashLoad = {
        format: 'kiln-trash',
        version: 1,
        token,
        isMoved: false,
        files: files.map(({ id, path }, place) => ({ id, from: path, to: to(path, place) }))
      }
      await write(load)
      await move(load)
      return load
    },
    takeBack: async (token) => {
      const load = await read(token)
      if (load === null) return null
      const back = new Map<string, string>()
      for (const { id, from, to } of load.files) {
        const isMoved = (await isThere(to)) || (await isThere(sidecarPath(to)))
        // A person may have put something else there since.
        const target = isMoved && (await isThere(from)) ? await freePath(dirname(from), basename(from)) : from
        if (isMoved) {
          await moveIfThere(to, target)
          await moveIfThere(sidecarPath(to), sidecarPath(target))
          await tidy(dirname(to))
        }
        back.set(id, target)
      }
      await rm(pathOf(token), { force: true })
      return back
    },
    empty: async (token) => {
      const load = await read(token)
      if (load === null) return true
      // A kill may have come before all of them were moved.
      await move(load)
      let isEmpty = true
      for (const { to } of load.files) {
        for (const path of [to, sidecarPath(to)]) {
          if (!(await isThere(path))) continue
          try {
            await parts.trashItem(path)
          } catch {
            isEmpty = false
          }
        }
        await tidy(dirname(to))
      }
      if (isEmpty) await rm(pathOf(token), { force: true })
      return isEmpty
    },
    loads: async () => {
      const names = await readdir(parts.folder).catch(() => [])
      const loads = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => read(name.slice(0, -'.json'.length))))
      return loads.filter((load) => load !== null)
    }
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Takes the hidden folders away once nothing is in them. */
async function tidy(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined)
  await rmdir(dirname(folder)).catch(() => undefined)
}
