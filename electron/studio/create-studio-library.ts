import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { slicesWithPauses } from '../../shared/slices-with-pauses.ts'
import { createLibrary, type Library } from '../library/create-library.ts'
import type { FolderState } from '../library/folders/determine-folder-state.ts'
import { createLibraryFolders, type LibraryFolders } from '../library/folders/library-folders.ts'
import { createStorageWatch, type StorageWatch } from '../library/folders/watch-storage.ts'
import { isWithin } from '../library/is-within.ts'
import type { TaskOutput } from '../tasks/machine/task-record.ts'
import { outputsOfTask, savedResultsOf } from '../tasks/machine/task-view.ts'
import { digestFile } from '../uploads/digest-file.ts'
import { probeFile } from '../uploads/probe-file.ts'
import { findJournalResult } from './find-task.ts'
import { recipeForResult, recipeSettings, requestIdsOf } from './recipe-for-result.ts'
import { reportDefect } from './report-defect.ts'
import { publishStudioEvent } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

type LibraryDependencies = Pick<
  StudioParts,
  | 'clock'
  | 'connections'
  | 'dataDir'
  | 'engine'
  | 'journal'
  | 'library'
  | 'libraryFolders'
  | 'listeners'
  | 'options'
  | 'reconciler'
  | 'state'
>

type StorageDependencies = Pick<StudioParts, 'clock' | 'dataDir' | 'engine' | 'libraryFolders' | 'listeners' | 'state' | 'timeScale'>

export function createStudioLibrary(parts: LibraryDependencies): Library {
  const { clock, dataDir, engine, journal, libraryFolders, listeners, options, state } = parts
  return createLibrary({
    dataDir,
    folder: () => state.libraryFolder,
    isFolderThere: async () => isConnected(await libraryFolders.stateOf(state.libraryFolder)),
    formerFolders: async () => {
      const folders = await libraryFolders.all()
      const states = await Promise.all(folders.map(libraryFolders.stateOf))
      return folders.filter((folder, place) => folder !== state.libraryFolder && isConnected(states[place] ?? 'missing'))
    },
    probeFile,
    digestFile,
    recipes: () => recipeSettings(parts),
    trashItem: options.trashItem ?? (() => Promise.reject(new Error('Moving files to the trash isn’t supported here.'))),
    fetchAgain: (task) => parts.reconciler.fetchAgain(task),
    *journalResults() {
      for (const record of engine.tasks.all().values()) for (const result of savedResultsOf(record)) yield { record, result }
    },
    journalResult: (id) => findJournalResult(parts, id),
    recipeOf: ({ record, result }) =>
      recipeForResult(parts, { record, index: result.index }, result, requestIdsOf(journal.history(record.id))),
    clock,
    onChange: (changes) => {
      if (state.closing === null) publishStudioEvent(listeners, { kind: 'library', changes })
    },
    onFilling: (count) => {
      if (state.closing === null) publishStudioEvent(listeners, { kind: 'library-filling', count })
    },
    onDefect: reportDefect
  })
}

/** Creates the list of known library folders. The list also recognises a folder by the journal's results in it. */
export function createStudioLibraryFolders(parts: Pick<StudioParts, 'dataDir' | 'engine' | 'state'>): LibraryFolders {
  return createLibraryFolders({
    memoryFile: join(parts.dataDir, 'library-folders.json'),
    async *resultsIn(folder) {
      for await (const { result } of outputsIn(parts, folder)) if (result !== null) yield result
    },
    wasUsed: async (folder) => (await outputsIn(parts, folder).next()).done === false,
    newId: randomUUID,
    onDefect: reportDefect
  })
}

/** Creates the watch for the library folder and the data folder. Downloads resume once the library folder is available again. */
export function createStudioStorageWatch(parts: StorageDependencies): StorageWatch {
  const { clock, dataDir, libraryFolders, listeners, state, timeScale } = parts
  return createStorageWatch({
    libraryFolder: () => state.libraryFolder,
    dataFolder: dataDir,
    stateOfFolder: libraryFolders.stateOf,
    clock,
    timeScale,
    onChange: (storage) => publishStudioEvent(listeners, { kind: 'storage', storage }),
    onLibraryAvailable: () => parts.engine.retryDownloads()
  })
}

/** Yields the outputs in a folder, newest first. */
async function* outputsIn({ engine, state }: Pick<StudioParts, 'engine' | 'state'>, folder: string): AsyncGenerator<TaskOutput> {
  const records = engine.tasks.size() === 0 ? state.stored.toReversed() : engine.tasks.newestFirst()
  for await (const slice of slicesWithPauses(records, () => setImmediate()))
    for (const output of slice.flatMap(outputsOfTask).toReversed()) if (isWithin(folder, output.result?.path ?? output.stem)) yield output
}

function isConnected(state: FolderState): boolean {
  return state === 'ready' || state === 'not-writable'
}
