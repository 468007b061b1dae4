import { access, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Result } from '../../shared/task.ts'
import { errorCode } from '../api/http-client.ts'
import { readMark, writeMark } from './folder-mark.ts'
import { type FolderState, type FoundFolder, judgeFolder, type KnownFolder } from './judge-folder.ts'
import { isTransient, retryTransient } from './transient-error.ts'
import { writeWhole } from './write-whole.ts'

export type LibraryFolders = {
  /**
   * How a folder stands. Makes none, and writes nothing into what may be the wrong one. Where the system can't look at it just now, it is as it was
   * found last. Never rejects.
   */
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

/** A long list may come bit by bit. */
type SavedResults = Iterable<Pick<Result, 'path' | 'bytes'>> | AsyncIterable<Pick<Result, 'path' | 'bytes'>>

/** Results that are looked for to know an unmarked folder by. */
const mostResultsLookedFor = 5
const shut: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Knows the folders that results were kept in from whatever else is at their paths while their drive is away. */
export function createLibraryFolders(parts: {
  /** What is remembered lies here, and not on the drive that may go. */
  readonly memoryFile: string
  /** Results that were saved in a folder or were about to be, newest first. */
  readonly resultsIn: (folder: string) => SavedResults
  /** Whether anything was ever kept, or about to be kept, in a folder. */
  readonly wasUsed: (folder: string) => boolean | Promise<boolean>
  readonly newId: () => string
  readonly onDefect: (error: unknown) => void
}): LibraryFolders {
  const { memoryFile, resultsIn, wasUsed, newId, onDefect } = parts
  let memory: Promise<Memory> | null = null
  let marking: Promise<void> = Promise.resolve()
  /** How each folder was found last. */
  const found = new Map<string, FolderState>()

  function remembered(): Promise<Memory> {
    memory ??= readMemory(memoryFile).catch((error: unknown) => {
      memory = null
      throw error
    })
    return memory
  }

  async function knownOf(folder: string): Promise<KnownFolder | null> {
    const known = await remembered()
    const mark = known[folder]
    // A Kiln before marks kept results here.
    if (mark === undefined) return (await wasUsed(folder)) ? { mark: null } : null
    return { mark }
  }

  async function remember(folder: string, mark: string | null): Promise<void> {
    const before = await remembered()
    if (before[folder] === mark) return
    const now = { ...before, [folder]: mark }
    memory = Promise.resolve(now)
    await writeWhole(memoryFile, JSON.stringify(now)).catch(onDefect)
  }

  async function stateOf(folder: string): Promise<FolderState> {
    try {
      const state = await retryTransient(() => stateNow(folder))
      found.set(folder, state)
      return state
    } catch {
      // Writing will tell, should it not be ready.
      return found.get(folder) ?? 'ready'
    }
  }

  async function stateNow(folder: string): Promise<FolderState> {
    const [known, seen] = [await knownOf(folder), await look(folder, resultsIn)]
    const state = judgeFolder(known, seen)
    // Could not be marked before, or lost its mark on the way to another drive.
    const isUnmarked = known !== null && seen.is === 'folder' && (known.mark === null || seen.mark !== known.mark)
    if (state === 'ready' && isUnmarked) await putMark(folder)
    return state
  }

  /** One at a time: two that find no mark would write two, and remember the wrong one. */
  function putMark(folder: string): Promise<void> {
    marking = marking.then(() => putMarkNow(folder))
    return marking
  }

  async function putMarkNow(folder: string): Promise<void> {
    try {
      await remember(folder, await retryTransient(() => markOf(folder)))
    } catch (error) {
      // It may be full, or gone again; it is known by its path alone then. What was remembered stays where it can't be looked at just now.
      if (!isTransient(error)) await remember(folder, null)
    }
  }

  /** The mark that is there, or else a new one. @throws what the file system throws. */
  async function markOf(folder: string): Promise<string> {
    const mark = await readMark(folder)
    if (mark !== null) return mark
    const fresh = newId()
    await writeMark(folder, fresh)
    return fresh
  }

  async function take(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true }).catch(() => undefined)
    await putMark(folder)
  }

  return {
    stateOf,
    take,
    takeAtStart: async (folder) => {
      // Where it can't be read just now whether it was used, nothing is made.
      const isNew = await retryTransient(() => knownOf(folder)).then(
        (known) => known === null,
        () => false
      )
      if (isNew) await take(folder)
    }
  }
}

/** @throws transient errors: they say nothing about the folder. */
async function look(folder: string, resultsIn: (folder: string) => SavedResults): Promise<FoundFolder> {
  try {
    if (!(await stat(folder)).isDirectory()) return { is: 'nothing' }
    const mark = await readMark(folder)
    const holdsOurs = mark === null && (await holdsOneOf(resultsIn(folder)))
    const isWritable = await access(folder, constants.W_OK).then(() => true, unlessTransient(false))
    return { is: 'folder', mark, isWritable, holdsOurs }
  } catch (error) {
    if (isTransient(error)) throw error
    return { is: shut.has(errorCode(error)) ? 'shut' : 'nothing' }
  }
}

/** Looks for the first few only. */
async function holdsOneOf(results: SavedResults): Promise<boolean> {
  let looks = 0
  for await (const { path, bytes } of results) {
    const found = await stat(path).catch(unlessTransient(null))
    if (found?.isFile() === true && found.size === bytes) return true
    looks += 1
    if (looks === mostResultsLookedFor) return false
  }
  return false
}

function unlessTransient<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isTransient(error)) throw error
    return value
  }
}

/** @throws transient errors. */
async function readMemory(path: string): Promise<Memory> {
  try {
    return memorySchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isTransient(error)) throw error
    // None yet, or damaged: then the journal tells which folders were used.
    return {}
  }
}
