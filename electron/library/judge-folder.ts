/** What is remembered of a folder that results were kept in. `mark` null: it could not be marked. */
export type KnownFolder = { readonly mark: string | null }

/** What is at its path now. `mark` null: there is none that can be read. */
export type FoundFolder =
  | { readonly is: 'nothing' }
  | { readonly is: 'shut' }
  | { readonly is: 'folder'; readonly mark: string | null; readonly isWritable: boolean; readonly holdsOurs: boolean }

export type FolderState = 'ready' | 'missing' | 'strange' | 'not-writable'

/**
 * Whether a folder is the one that results were kept in. Where a drive is gone its path may be gone, or may be there all the same: the empty
 * place in which it is mounted, or another drive under the same letter. What is written there would be lost to sight once the drive is back.
 */
export function judgeFolder(known: KnownFolder | null, found: FoundFolder): FolderState {
  if (found.is === 'nothing') return 'missing'
  if (found.is === 'shut') return 'not-writable'
  const isMarkedAsKnown = known === null || known.mark === null || found.mark === known.mark
  // Copied by a program that leaves hidden files behind: the results in it are mark enough. Another mark is another library.
  const isWithoutMark = found.mark === null && found.holdsOurs
  if (!isMarkedAsKnown && !isWithoutMark) return 'strange'
  return found.isWritable ? 'ready' : 'not-writable'
}
