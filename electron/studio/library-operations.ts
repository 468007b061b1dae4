import { basename, resolve } from 'node:path'
import type { IntegrityReport } from '../../shared/app/diagnostics.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { TaskSource } from '../../shared/form/task-source.ts'
import { say } from '../../shared/i18n/say.ts'
import type { StorageState } from '../../shared/library/storage.ts'
import type { Library } from '../library/create-library.ts'
import type { ThumbnailSize } from '../library/thumbnails.ts'
import { cutAudio } from '../uploads/cut-audio.ts'
import { pastedFolder, readPastedSource } from '../uploads/pasted-files.ts'
import { probeFile } from '../uploads/probe-file.ts'
import { checkIntegrity } from './check-integrity.ts'
import { faultText } from './fault-text.ts'
import { reportUnlessClosing } from './report-defect.ts'
import type { StudioParts } from './studio-parts.ts'

type LibraryDependencies = Pick<
  StudioParts,
  'clock' | 'dataDir' | 'engine' | 'library' | 'libraryFolders' | 'state' | 'storage' | 'thumbnails'
>

/** Operations on results, their files and their folder. */
export type LibraryOperations = {
  /** Gives access to all saved results, with search. */
  readonly library: Library
  /** Sets the user's new folder for results. Pending results are saved there. Resolves when the state of that folder is known. */
  readonly setLibraryFolder: (folder: string) => Promise<StorageState>
  /** Returns whether the library folder and the data folder were writable at the last check. */
  readonly storage: () => StorageState
  /** Checks now whether the library folder and the data folder are writable. */
  readonly checkStorage: () => Promise<StorageState>
  /** Checks Kiln's databases and the digest of every result file, in the background. Doesn't change anything. */
  readonly checkIntegrity: (options: {
    readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
    readonly signal: AbortSignal
  }) => Promise<IntegrityReport>
  /** Saves a preview image for a video or 3D model. Rejects with `UserFacingError` if the item doesn't exist or `bytes` isn't an image. */
  readonly savePoster: (itemId: string, bytes: Uint8Array) => Promise<void>
  /**
   * Returns the path of a small WebP image, made from the item's image or saved poster. The file is created on first request. Null if the
   * item has neither.
   */
  readonly thumbnail: (itemId: string, size?: ThumbnailSize) => Promise<string | null>
  /** Reads a file's media facts. Rejects with `UserFacingError` if the file can't be read. */
  readonly inspect: (path: string) => Promise<MediaFacts>
  /** Resolves to the result that a file was made from, such as the video that a frame came from. Null if the result isn't known. */
  readonly sourceOfFile: (path: string) => Promise<TaskSource | null>
  /** Copies a part of an audio file, in seconds. Null if nothing can be copied. Rejects if the file can't be read. */
  readonly cutAudio: typeof cutAudio
}

export function libraryOperations(parts: LibraryDependencies): LibraryOperations {
  const { library, storage, thumbnails } = parts
  return {
    library,
    setLibraryFolder: (folder) => setLibraryFolder(parts, folder),
    storage: storage.state,
    checkStorage: storage.check,
    checkIntegrity: (options) => checkIntegrity(parts, options),
    savePoster: async (itemId, bytes) => {
      const found = await library.fileOf(itemId)
      if (found === null) throw new UserFacingError(say('Kiln can’t find this result.'))
      if (!(await thumbnails.savePoster(found, bytes))) throw new UserFacingError(say('This preview image can’t be read.'))
    },
    thumbnail: async (itemId, size) => {
      const found = await library.fileOf(itemId)
      return found === null ? null : thumbnails.thumbnailOf(found, size)
    },
    sourceOfFile: (path) => readPastedSource(pastedFolder(parts.dataDir), path),
    inspect: async (path) => {
      const probed = await probeFile(path)
      if (!probed.ok) throw new UserFacingError(faultText({ ...probed.fault, message: basename(path) }))
      return probed.facts
    },
    cutAudio
  }
}

async function setLibraryFolder(
  { engine, library, libraryFolders, state, storage }: LibraryDependencies,
  folder: string
): Promise<StorageState> {
  const chosen = resolve(folder)
  await libraryFolders.setCurrent(chosen)
  state.libraryFolder = chosen
  const storageState = await storage.check()
  void library.folderChosen().catch((error: unknown) => reportUnlessClosing(state, error))
  engine.retryDownloads()
  return storageState
}
