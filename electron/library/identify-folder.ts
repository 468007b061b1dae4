/** Stored facts about a library folder. `mark` is the ID in its marker file. Null if the folder couldn't be marked. */
export type KnownFolder = { readonly mark: string | null }

/**
 * Current state of the folder's path. `shut`: Kiln has no permission to read it. `mark` is null if there is no readable marker file.
 * `hasKnownResults`: true if an unmarked folder contains known results.
 */
export type FoundFolder =
  | { readonly is: 'nothing' }
  | { readonly is: 'shut' }
  | { readonly is: 'folder'; readonly mark: string | null; readonly isWritable: boolean; readonly hasKnownResults: boolean }

export type FolderState = 'ready' | 'missing' | 'strange' | 'not-writable'

/**
 * Checks whether a folder is the known library folder. While its drive is disconnected, the path may be missing or an empty mount point. It
 * may also be another drive with the same letter. Files written there would be hidden once the drive is back.
 */
export function identifyFolder(known: KnownFolder | null, found: FoundFolder): FolderState {
  if (found.is === 'nothing') return 'missing'
  if (found.is === 'shut') return 'not-writable'
  const isMarkedAsKnown = known === null || known.mark === null || found.mark === known.mark
  // A copy without its hidden files is recognised by its results. A different mark means another library.
  const isWithoutMark = found.mark === null && found.hasKnownResults
  if (!isMarkedAsKnown && !isWithoutMark) return 'strange'
  return found.isWritable ? 'ready' : 'not-writable'
}
