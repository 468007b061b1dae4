/**
 * How the library folder stands.
 * - `missing`: it was there, and is not, or does not answer: its drive is not connected.
 * - `strange`: a folder is there, but not the one that results were kept in: the bare place of a drive, or another drive.
 */
export const libraryStates = ['ready', 'missing', 'strange', 'not-writable', 'full'] as const
export type LibraryState = (typeof libraryStates)[number]

/** How the data folder stands, in which everything is written down before it is sent. */
export type DataState = 'ready' | 'full' | 'not-writable'

/** Whether what Kiln keeps on this computer can be kept. All `ready`: it can. */
export type StorageState = {
  /** Absolute path of the library folder as it is chosen now. */
  readonly libraryFolder: string
  readonly library: LibraryState
  readonly data: DataState
}
