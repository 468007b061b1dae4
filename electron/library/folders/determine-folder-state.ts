/** Stored facts about a library folder. `mark` is the ID in its marker file. Null if the marker file couldn't be written. */
export type KnownFolder = { readonly mark: string | null }

/**
 * Current state of the folder's path. `shut`: Kiln can't read the folder. `mark`: the ID in its marker file. Null if the marker file is
 * missing or unreadable. `hasKnownResults`: true if a folder without a marker file contains known results.
 */
export type FoundFolder =
  | { readonly is: 'nothing' }
  | { readonly is: 'shut' }
  | { readonly is: 'folder'; readonly mark: string | null; readonly isWritable: boolean; readonly hasKnownResults: boolean }

export type FolderState = 'ready' | 'missing' | 'strange' | 'not-writable'

/**
 * Compares a folder with the known library folder. While the drive is disconnected, its path may be missing or an empty mount point.
 * Another drive may also have the same letter. Files saved there would be hidden once the right drive is back.
 */
export function determineFolderState(known: KnownFolder | null, found: FoundFolder): FolderState {
  if (found.is === 'nothing') return 'missing'
  if (found.is === 'shut') return 'not-writable'
  const isMarkedAsKnown = known === null || known.mark === null || found.mark === known.mark
  // A copy of the library may lack the hidden marker file, so its results identify it. A different ID means another library.
  const isWithoutMark = found.mark === null && found.hasKnownResults
  if (!isMarkedAsKnown && !isWithoutMark) return 'strange'
  return found.isWritable ? 'ready' : 'not-writable'
}
