/**
 * State of the library folder.
 * - `missing`: the folder is gone or doesn't respond, because its drive isn't connected.
 * - `strange`: a folder exists at the path but isn't the library: an empty mount point, or another drive.
 */
export const libraryStates = ['ready', 'missing', 'strange', 'not-writable', 'full'] as const
export type LibraryState = (typeof libraryStates)[number]

/** State of the data folder, where everything is recorded before it is sent. */
export type DataState = 'ready' | 'full' | 'not-writable'

/** State of the library and data folders. Both are `ready` if they are writable. */
export type StorageState = {
  /** Absolute path of the current library folder. */
  readonly libraryFolder: string
  readonly library: LibraryState
  readonly data: DataState
}
