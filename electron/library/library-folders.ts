import { access, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Result } from '../../shared/task.ts'
import { errorCode } from '../api/http-client.ts'
import { readMark, writeMark } from './folder-mark.ts'
import { type FolderState, type FoundFolder, judgeFolder, type KnownFolder } from './judge-folder.ts'
import { writeWhole } from './write-whole.ts'

export type LibraryFolders = {
  /** How a folder stands. Makes none, and writes nothing into what may be the wrong one. */
  readonly stateOf: (folder: string) => Promise<FolderState>
  /**
   * From now on results are kept here: makes the folder, marks and remembers it. For a folder that a person has just chosen. Never throws: what
   * can't be written now is seen by `stateOf`.
   */
  readonly take: (folder: string) => Promise<void>
  /** The same for the folder of the settings at a start, which is made only where nothing was ever kept in it. */
  readonly takeAtStart: (folder: string) => Promise<void>
}

/** Path of a folder to its mark; null: it could not be marked. Stored; do not rename. */
const memorySchema = z.record(z.string(), z.string().nullable())
type Memory = z.infer<typeof memorySchema>

/** Results that are looked for to know an unmarked folder by. */
const mostResultsLookedFor = 5
const shut: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Knows the folders that results were kept in from whatever else is at their paths while their drive is away. */
export function createLibraryFolders(parts: {
  /** What is remembered lies here, and not on the drive that may go. */
  readonly memoryFile: string
  /** Results that were saved in a folder or were about to be, newest first. */
  readonly resultsIn: (folder: string) => readonly Pick<Result, 'path' | 'bytes'>[]
  /** Whether anything was ever kept, or about to be kept, in a folder. */
  readonly wasUsed: (folder: string) => boolean
  readonly newId: () => string
  readonly onDefect: (error: unknown) => void
}): LibraryFolders {
  const { memoryFile, resultsIn, wasUsed, newId, onDefect } = parts
  let memory: Promise<Memory> | null = null
  let marking: Promise<void> = Promise.resolve()

  async function knownOf(folder: string): Promise<KnownFolder | null> {
    const known = await (memory ??= readMemory(memoryFile))
    const mark = known[folder]
    // A Kiln before marks kept results here.
    if (mark === undefined) return wasUsed(folder) ? { mark: null } : null
    return { mark }
  }

  async function remember(folder: string, mark: string | null): Promise<void> {
    const before = await (memory ??= readMemory(memoryFile))
    if (before[folder] === mark) return
    const now = { ...before, [folder]: mark }
    memory = Promise.resolve(now)
    await writeWhole(memoryFile, JSON.stringify(now)).catch(onDefect)
  }

  async function stateOf(folder: string): Promise<FolderState> {
    const [known, found] = [await knownOf(folder), await look(folder, resultsIn)]
    const state = judgeFolder(known, found)
    // Could not be marked before, or lost its mark on the way to another drive.
    const isUnmarked = known !== null && found.is === 'folder' && (known.mark === null || found.mark !== known.mark)
    if (state === 'ready' && isUnmarked) await putMark(folder)
    return state
  }

  /** One at a time: two that find no mark would write two, and remember the wrong one. */
  function putMark(folder: string): Promise<void> {
    marking = marking.then(() => putMarkNow(folder))
    return marking
  }

  async function putMarkNow(folder: string): Promise<void> {
    let id: string | null = null
    try {
      id = await readMark(folder)
      if (id === null) {
        const fresh = newId()
        await writeMark(folder, fresh)
        id = fresh
      }
    } catch {
      // It may be full, or gone again; it is known by its path alone then.
    }
    await remember(folder, id)
  }

  async function take(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true }).catch(() => undefined)
    await putMark(folder)
  }

  return {
    stateOf,
    take,
    takeAtStart: async (folder) => {
      if ((await knownOf(folder)) === null) await take(folder)
    }
  }
}

async function look(folder: string, resultsIn: (folder: string) => readonly Pick<Result, 'path' | 'bytes'>[]): Promise<FoundFolder> {
  try {
    if (!(await stat(folder)).isDirectory()) return { is: 'nothing' }
    const mark = await readMark(folder)
    const holdsOurs = mark === null && (await holdsOneOf(resultsIn(folder).slice(0, mostResultsLookedFor)))
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false
    )
    return { is: 'folder', mark, isWritable, holdsOurs }
  } catch (error) {
    return { is: shut.has(errorCode(error)) ? 'shut' : 'nothing' }
  }
}

async function holdsOneOf(results: readonly Pick<Result, 'path' | 'bytes'>[]): Promise<boolean> {
  for (const { path, bytes } of results) {
    const found = await stat(path).catch(() => null)
    if (found?.isFile() === true && found.size === bytes) return true
  }
  return false
}

async function readMemory(path: string): Promise<Memory> {
  try {
    return memorySchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    // None yet, or damaged: then the journal tells which folders were used.
    return {}
  }
}
