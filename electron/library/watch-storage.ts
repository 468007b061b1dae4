import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../shared/fault.ts'
import type { DataState, LibraryState, StorageState } from '../../shared/storage.ts'
import type { Clock } from '../core/ports.ts'
import type { FolderState } from './judge-folder.ts'

export type StorageWatch = {
  readonly state: () => StorageState
  /** Looks at the library folder now: somebody asks, the machine woke, or another folder was chosen. Never throws. */
  readonly look: () => Promise<StorageState>
  /** What came of keeping a result in the folder that is chosen now. */
  readonly noteKeeping: (outcome: { readonly ok: true } | { readonly ok: false; readonly fault: Fault }) => void
  /** What came of a write into the data folder; `error` null: it was written. */
  readonly noteWriting: (error: unknown) => void
  /** Resolves when a look that is under way is over: it may write into the data folder. */
  readonly close: () => Promise<void>
}

/** While something is amiss, how often it is looked at by itself; before the time scale. While all is well, never. */
const pauseBetweenLooksInMs = 3_000
/** So much more room than when a disk was full counts as room. */
const roomInBytes = 1024 * 1024

/**
 * Knows whether results and journal can be written, and tells when that changes. A drive that comes back and a disk that is emptied are noticed
 * by themselves.
 */
export function createStorageWatch(parts: {
  readonly libraryFolder: () => string
  readonly dataFolder: string
  readonly stateOfFolder: (folder: string) => Promise<FolderState>
  readonly clock: Clock
  readonly timeScale: number
  readonly onChange: (state: StorageState) => void
  /** Results can be saved again. */
  readonly onLibraryMended: () => void
}): StorageWatch {
  const { libraryFolder, dataFolder, stateOfFolder, clock, timeScale, onChange, onLibraryMended } = parts
  let told: StorageState = { libraryFolder: libraryFolder(), library: 'ready', data: 'ready' }
  /** Bytes that were free when a disk was found full; null: it is not, or nobody could tell. */
  let freeWhenFull: { readonly library: number | null; readonly data: number | null } = { library: null, data: null }
  let underWay: Promise<StorageState> | null = null
  let stopTimer: (() => void) | null = null
  let isClosed = false

  function tell(library: LibraryState, data: DataState): void {
    const folder = libraryFolder()
    const before = told
    if (isClosed || (before.library === library && before.data === data && before.libraryFolder === folder)) return
    told = { libraryFolder: folder, library, data }
    onChange(told)
    if (library === 'ready' && before.library !== 'ready') onLibraryMended()
    planLook()
  }

  function planLook(): void {
    const isWell = told.library === 'ready' && told.data === 'ready'
    if (isClosed || isWell || stopTimer !== null) return
    stopTimer = clock.setTimer(pauseBetweenLooksInMs * timeScale, () => {
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
    const [found, freeBytesNow, isDataMended] = await Promise.all([
      stateOfFolder(folder),
      told.library === 'full' ? freeBytes(folder) : null,
      told.data === 'full' ? hasRoom(dataFolder) : told.data === 'not-writable' && canWrite(dataFolder)
    ])
    if (folder !== libraryFolder()) return lookNow()
    const isStillFull = told.library === 'full' && told.libraryFolder === folder && !hasGrown(freeWhenFull.library, freeBytesNow)
    tell(found === 'ready' && isStillFull ? 'full' : found, isDataMended ? 'ready' : told.data)
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
    look,
    noteKeeping: (outcome) => {
      if (outcome.ok) {
        if (told.library === 'full') tell('ready', told.data)
        else if (told.library !== 'ready') void look()
        return
      }
      const { localReason } = outcome.fault
      if (localReason === 'disk-full') {
        void measure('library', libraryFolder())
        tell('full', told.data)
      } else if (localReason === 'folder-missing' || localReason === 'folder-not-writable') void look()
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

/** SQLite's own numbers: FULL; READONLY, IOERR, CANTOPEN. Null: it says nothing about the disk. */
function dataStateOf(error: unknown): DataState | null {
  const number = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null
  if (number === 13) return 'full'
  return number === 8 || number === 10 || number === 14 ? 'not-writable' : null
}

/** Null where nobody can tell. */
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
  return before !== null && now !== null && now >= before + roomInBytes
}
