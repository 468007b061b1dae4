import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../../shared/task/fault.ts'
import type { DataFolderState, LibraryFolderState, StorageState } from '../../../shared/library/storage.ts'
import { sqliteProblem } from '../../database/sqlite-problem.ts'
import type { Clock } from '../../tasks/ports.ts'
import type { FolderState } from './determine-folder-state.ts'

export type StorageWatch = {
  readonly state: () => StorageState
  /**
   * Checks the library folder now, and also the data folder if it had a problem. Call when the user requests a check or chooses another
   * folder, and after the computer wakes. Never throws.
   */
  readonly check: () => Promise<StorageState>
  /** Call this when an attempt to save a result begins. Call the returned function with its outcome. */
  readonly startSaving: () => (outcome: { readonly ok: true } | { readonly ok: false; readonly fault: Fault }) => void
  /** Call after a write into the data folder. `error` is null if the write succeeded. */
  readonly noteWriting: (error: unknown) => void
  /** Stops the checks. Resolves when a running check is over, because the check may write into the data folder. */
  readonly close: () => Promise<void>
}

/** Interval of the automatic checks, which run only while there is a problem. It is multiplied by `timeScale`. */
const checkIntervalInMs = 3_000
/** A full disk counts as writable again once this much more space is free. */
const minFreeBytes = 1024 * 1024

/**
 * Tracks whether results and the journal can be saved, and reports changes. Automatically detects a reconnected drive or freed space.
 */
export function createStorageWatch(parts: {
  readonly libraryFolder: () => string
  readonly dataFolder: string
  readonly stateOfFolder: (folder: string) => Promise<FolderState>
  readonly clock: Clock
  readonly timeScale: number
  readonly onChange: (state: StorageState) => void
  /** Called when results can be saved again. */
  readonly onLibraryAvailable: () => void
}): StorageWatch {
  const { libraryFolder, dataFolder, stateOfFolder, clock, timeScale, onChange, onLibraryAvailable } = parts
  let told: StorageState = { libraryFolder: libraryFolder(), library: 'ready', data: 'ready' }
  /** Free bytes when a disk was last found to be full. Null if it was never full or its free space was unknown. */
  let freeWhenFull: { readonly library: number | null; readonly data: number | null } = { library: null, data: null }
  let underWay: Promise<StorageState> | null = null
  let stopTimer: (() => void) | null = null
  let isClosed = false
  /** Number of times that the library has become writable again since startup. */
  let recoveries = 0

  function tell(library: LibraryFolderState, data: DataFolderState): void {
    const folder = libraryFolder()
    const before = told
    if (isClosed || (before.library === library && before.data === data && before.libraryFolder === folder)) return
    told = { libraryFolder: folder, library, data }
    onChange(told)
    if (library === 'ready' && before.library !== 'ready') {
      recoveries += 1
      onLibraryAvailable()
    }
    planLook()
  }

  function planLook(): void {
    const isWell = told.library === 'ready' && told.data === 'ready'
    if (isClosed || isWell || stopTimer !== null) return
    stopTimer = clock.setTimer(checkIntervalInMs * timeScale, () => {
      stopTimer = null
      void look().then(planLook)
    })
  }

  function look(): Promise<StorageState> {
    if (isClosed) return underWay ?? Promise.resolve(told)
    underWay ??= lookNow().finally(() => (underWay = null))
    return underWay
  }

  async function lookNow(): Promise<StorageState> {
    const folder = libraryFolder()
    const [found, freeBytesNow, isDataUsable] = await Promise.all([
      stateOfFolder(folder),
      told.library === 'full' ? freeBytes(folder) : null,
      told.data === 'full' ? hasRoom(dataFolder) : told.data === 'not-writable' && canWrite(dataFolder)
    ])
    if (folder !== libraryFolder()) return lookNow()
    const isStillFull = told.library === 'full' && told.libraryFolder === folder && !hasGrown(freeWhenFull.library, freeBytesNow)
    tell(found === 'ready' && isStillFull ? 'full' : found, isDataUsable ? 'ready' : told.data)
    return told
  }

  async function measure(place: 'library' | 'data', folder: string): Promise<void> {
    const free = await freeBytes(folder)
    freeWhenFull = { ...freeWhenFull, [place]: free }
  }

  async function hasRoom(folder: string): Promise<boolean> {
    return hasGrown(freeWhenFull.data, await freeBytes(folder))
  }

  return {
    state: () => told,
    check: look,
    startSaving: () => {
      const recoveriesAtStart = recoveries
      return (outcome) => {
        if (outcome.ok) {
          if (told.library === 'full') tell('ready', told.data)
          else if (told.library !== 'ready') void look()
          return
        }
        const { localReason } = outcome.fault
        if (localReason === 'disk-full') {
          // The library has become writable again since this attempt began, so this failure is outdated. A retry shows the current state.
          if (recoveries > recoveriesAtStart) return
          void measure('library', libraryFolder())
          tell('full', told.data)
        } else if (localReason === 'folder-missing' || localReason === 'folder-not-writable') void look()
      }
    },
    noteWriting: (error) => {
      const data = error === null ? 'ready' : dataStateOf(error)
      if (data === null || data === told.data) return
      if (data !== 'ready') void measure('data', dataFolder)
      tell(told.library, data)
    },
    close: async () => {
      isClosed = true
      stopTimer?.()
      await underWay
    }
  }
}

/** Returns the state that a SQLite error shows. Null if the error says nothing about the disk. */
function dataStateOf(error: unknown): DataFolderState | null {
  const problem = sqliteProblem(error)
  if (problem === 'full') return 'full'
  return problem === 'no-access' ? 'not-writable' : null
}

/** Returns the free space for a folder, in bytes. Null if it is unknown. */
async function freeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null
  )
}

async function canWrite(folder: string): Promise<boolean> {
  const probe = join(folder, '.can-write')
  try {
    await writeFile(probe, 'yes')
    await rm(probe)
    return true
  } catch {
    return false
  }
}

function hasGrown(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && now >= before + minFreeBytes
}
