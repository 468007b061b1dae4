import type { RecipeSettings } from '../../shared/app/settings.ts'
import type { LibraryChangedEvent } from '../../shared/library/library.ts'
import type { Recipe } from '../../shared/library/recipe.ts'
import type { Clock, FileDigester, FileProber } from '../tasks/ports.ts'
import type { JournalResult } from './journal-result.ts'
import type { SavedResult } from '../tasks/machine/task-record.ts'

export type LibraryOptions = {
  /**
   * Kiln's data folder. It holds the index, the list of deleted results, and records of pending trash moves. The index is a cache, which
   * may be deleted while Kiln is closed.
   */
  readonly dataDir: string
  /** Returns the current library folder. */
  readonly folder: () => string
  /** True if the current library folder is available. False for an empty mount point or another drive at its path. */
  readonly isFolderThere: () => Promise<boolean>
  /** Returns the former library folders that are available now. */
  readonly formerFolders: () => Promise<readonly string[]>
  /** Returns all results in the journal. Kiln reads them in slices. The journal may grow between two slices. */
  readonly journalResults: () => Iterable<JournalResult>
  /** Returns a result from the journal. Null if the journal doesn't have it. */
  readonly journalResult: (id: string) => SavedResult | null
  readonly recipeOf: (kept: JournalResult) => Recipe
  readonly probeFile: FileProber
  readonly digestFile: FileDigester
  /** Returns the user's recipe settings. */
  readonly recipes: () => RecipeSettings
  /** Moves a file to the system's trash. */
  readonly trashItem: (path: string) => Promise<void>
  /** Downloads a task's missing files from the service again. */
  readonly fetchAgain: (task: string) => Promise<void>
  readonly clock: Clock
  readonly onChange: (changes: LibraryChangedEvent) => void
  /** Called with the number of items while a new index is being filled. */
  readonly onFilling: (count: number) => void
  readonly onDefect: (error: unknown) => void
}
