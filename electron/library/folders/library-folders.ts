import { access, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { errorCode } from '../../service/http-client.ts'
import { readFolderMarker, writeFolderMarker } from './folder-marker.ts'
import { type FolderState, type FoundFolder, determineFolderState, type KnownFolder } from './determine-folder-state.ts'
import { isTransientError, retryTransient } from './transient-error.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'
import type { SavedResult } from '../../tasks/machine/task-record.ts'

export type LibraryFolders = {
  /**
   * Returns a folder's state. Never creates the folder and never writes to a folder that may be the wrong one. If the system can't check
   * the folder now, returns its last known state. The default is `ready`. Never rejects.
   */
  readonly stateOf: (folder: string) => Promise<FolderState>
  /** Returns all remembered folders. Never rejects. */
  readonly all: () => Promise<readonly string[]>
  /**
   * Prepares a library folder that the user has just chosen. Creates and remembers the folder, and writes its marker file. Never rejects,
   * because `stateOf` reports a folder that isn't writable.
   */
  readonly setCurrent: (folder: string) => Promise<void>
  /** Calls `setCurrent` for the configured folder at startup. Skips known folders and folders that results were saved in. */
  readonly setCurrentAtStart: (folder: string) => Promise<void>
}

/** Maps each folder's path to the ID in its marker file. Null if the file couldn't be written. Stored. Don't rename. */
const memorySchema = z.record(z.string(), z.string().nullable())
type Memory = z.infer<typeof memorySchema>

/** Results that were saved in a folder. May be asynchronous, so that a long list can be read in parts. */
type SavedResults = Iterable<Pick<SavedResult, 'path' | 'bytes'>> | AsyncIterable<Pick<SavedResult, 'path' | 'bytes'>>

/** Maximum number of results that are checked to recognise a folder without a marker file. */
const mostResultsLookedFor = 5
const shut: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * Recognises a library folder by its marker file or its results. Another drive, or an empty mount point at the same path, isn't mistaken
 * for it.
 */
export function createLibraryFolders(parts: {
  /** Path of the file with the remembered folders. The file isn't on the folder's drive, because that drive may be disconnected. */
  readonly memoryFile: string
  /** Returns the results that were saved in a folder, newest first. */
  readonly resultsIn: (folder: string) => SavedResults
  /** True if results were ever saved, or were about to be saved, in a folder. */
  readonly wasUsed: (folder: string) => boolean | Promise<boolean>
  readonly newId: () => string
  readonly onDefect: (error: unknown) => void
}): LibraryFolders {
  const { memoryFile, resultsIn, wasUsed, newId, onDefect } = parts
  let memory: Promise<Memory> | null = null
  let marking: Promise<void> = Promise.resolve()
  /** Last known state of each folder. */
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
    // Earlier versions of Kiln saved results without a marker file.
    if (mark === undefined) return (await wasUsed(folder)) ? { mark: null } : null
    return { mark }
  }

  async function remember(folder: string, mark: string | null): Promise<void> {
    const before = await remembered()
    if (before[folder] === mark) return
    const now = { ...before, [folder]: mark }
    memory = Promise.resolve(now)
    await writeFileAtomic(memoryFile, JSON.stringify(now)).catch(onDefect)
  }

  async function stateOf(folder: string): Promise<FolderState> {
    try {
      const state = await retryTransient(() => stateNow(folder))
      found.set(folder, state)
      return state
    } catch {
      // If the folder isn't usable, the next write will fail and report the reason.
      return found.get(folder) ?? 'ready'
    }
  }

  async function stateNow(folder: string): Promise<FolderState> {
    const [known, seen] = [await knownOf(folder), await look(folder, resultsIn)]
    const state = determineFolderState(known, seen)
    // True if the marker file couldn't be written earlier. Also true if it was lost in a move to another drive.
    const isUnmarked = known !== null && seen.is === 'folder' && (known.mark === null || seen.mark !== known.mark)
    if (state === 'ready' && isUnmarked) await putMark(folder)
    return state
  }

  /**
   * Writes a folder's marker file and remembers its ID. Runs one call at a time. Two concurrent calls could write two IDs and remember the
   * wrong one.
   */
  function putMark(folder: string): Promise<void> {
    marking = marking.then(() => putMarkNow(folder))
    return marking
  }

  async function putMarkNow(folder: string): Promise<void> {
    try {
      await remember(folder, await retryTransient(() => markOf(folder)))
    } catch (error) {
      // The drive may be full or disconnected again. The folder is then recognised by its path alone. After a transient error, the
      // remembered ID is kept.
      if (!isTransientError(error)) await remember(folder, null)
    }
  }

  /** Returns the ID in a folder's marker file. Writes the file with a new ID if it is missing. @throws file system errors. */
  async function markOf(folder: string): Promise<string> {
    const mark = await readFolderMarker(folder)
    if (mark !== null) return mark
    const fresh = newId()
    await writeFolderMarker(folder, fresh)
    return fresh
  }

  async function take(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true }).catch(() => undefined)
    await putMark(folder)
  }

  return {
    stateOf,
    all: () => remembered().then(Object.keys, () => []),
    setCurrent: take,
    setCurrentAtStart: async (folder) => {
      // If it is unknown whether the folder was used, nothing is created.
      const isNew = await retryTransient(() => knownOf(folder)).then(
        (known) => known === null,
        () => false
      )
      if (isNew) await take(folder)
    }
  }
}

/** Returns what is at the folder's path. @throws transient errors, because they say nothing about the folder. */
async function look(folder: string, resultsIn: (folder: string) => SavedResults): Promise<FoundFolder> {
  try {
    if (!(await stat(folder)).isDirectory()) return { is: 'nothing' }
    const mark = await readFolderMarker(folder)
    const hasKnownResults = mark === null && (await holdsOneOf(resultsIn(folder)))
    const isWritable = await access(folder, constants.W_OK).then(() => true, unlessTransient(false))
    return { is: 'folder', mark, isWritable, hasKnownResults }
  } catch (error) {
    if (isTransientError(error)) throw error
    return { is: shut.has(errorCode(error)) ? 'shut' : 'nothing' }
  }
}

/** True if one of the first few results still exists. */
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
    if (isTransientError(error)) throw error
    return value
  }
}

/** Reads the remembered folders. Empty if the file is missing or damaged. @throws transient errors. */
async function readMemory(path: string): Promise<Memory> {
  try {
    return memorySchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isTransientError(error)) throw error
    // Without this list, `wasUsed` decides whether a folder is known.
    return {}
  }
}
