/**
 * State of the library folder.
 * - `missing`: the folder doesn't exist or doesn't respond, for example because its drive isn't connected.
 * - `strange`: the folder isn't the library, but an empty mount point or another drive.
 */
export const libraryFolderStates = ['ready', 'missing', 'strange', 'not-writable', 'full'] as const
export type LibraryFolderState = (typeof libraryFolderStates)[number]

/** State of the data folder. Kiln records every task there before it sends the task. */
export type DataFolderState = 'ready' | 'full' | 'not-writable'

/** State of the library and data folders. A folder is `ready` if it is writable. */
export type StorageState = {
  /** Absolute path of the current library folder. */
  readonly libraryFolder: string
  readonly library: LibraryFolderState
  readonly data: DataFolderState
}
