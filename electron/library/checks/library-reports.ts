import type { RecipeSettings } from '../../../shared/app/settings.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { LibraryReport } from '../../../shared/library/library.ts'
import type { TrashEmptier } from '../deletions/trash-emptier.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { CorruptSidecars } from '../recipes/corrupt-sidecars.ts'
import { readModificationTime } from '../recipes/sidecar.ts'
import type { SidecarWriter } from '../recipes/sidecar-writer.ts'
import { reportText } from '../report-text.ts'

export type LibraryReportsDependencies = {
  readonly index: IndexClient
  readonly folders: ResultFolders
  readonly corruptSidecars: CorruptSidecars
  readonly emptier: TrashEmptier
  readonly sidecars: SidecarWriter
  /** Returns the user's recipe settings. */
  readonly recipes: () => RecipeSettings
}

/** The findings of a file check. The full report also contains the current state. */
export type FileCheckFindings = Omit<LibraryReport, 'words' | 'missing' | 'changed' | 'unwritten' | 'untrashed'> & {
  /** The checked library folder. */
  readonly folder: string
}

/** The last check's findings, and the reports about them. */
export class LibraryReports {
  readonly #dependencies: LibraryReportsDependencies
  #last: FileCheckFindings | null = null
  /** Files that Kiln can't display and so didn't import. Maps each path to the file's modification time at the import attempt. */
  readonly #undisplayable = new Map<string, number | null>()
  /** Names of the files that the last check couldn't import automatically. */
  #strangeNames: ReadonlySet<string> = new Set()

  constructor(dependencies: LibraryReportsDependencies) {
    this.#dependencies = dependencies
  }

  /** The last check's findings. Null if no check has ended since startup. */
  get last(): FileCheckFindings | null {
    return this.#last
  }

  setLast(findings: FileCheckFindings): void {
    this.#last = findings
  }

  setStrangeNames(names: readonly string[]): void {
    this.#strangeNames = new Set(names)
  }

  isUndisplayable(name: string): boolean {
    return this.#undisplayable.has(this.#dependencies.folders.pathOf(name))
  }

  async addUndisplayable(path: string): Promise<void> {
    this.#undisplayable.set(path, await readModificationTime(path))
  }

  /** Forgets the undisplayable files that have changed since Kiln tried to import them. */
  async forgetChangedUndisplayable(): Promise<void> {
    for (const [path, time] of this.#undisplayable) if ((await readModificationTime(path)) !== time) this.#undisplayable.delete(path)
  }

  /** Returns the path of a file. @throws UserFacingError if the last check didn't report the name. */
  pathOfReported(name: string): string {
    const { folders, corruptSidecars } = this.#dependencies
    const isNamed = this.#strangeNames.has(name) || corruptSidecars.all().includes(name)
    if (!isNamed) throw new UserFacingError(say('This file wasn’t in the last check. Check the files again.'))
    return folders.pathOf(name)
  }

  /** Returns the last check's findings with the current state of the library. */
  async full(): Promise<LibraryReport> {
    const { index, folders, corruptSidecars, emptier, sidecars, recipes } = this.#dependencies
    const { folder, ...last } = this.#last ?? {
      verifiedAt: null,
      folder: folders.current,
      isFolderThere: true,
      found: [],
      importedCount: 0,
      unrecognized: [],
      undisplayable: [],
      corruptSidecars: corruptSidecars.all()
    }
    const [missing, changed] = await Promise.all([index.withState('missing'), index.withState('changed')])
    const untrashed = emptier.rejectedCount
    const unwritten = recipes().beside ? sidecars.failedCount : 0
    const report = { ...last, corruptSidecars: corruptSidecars.all(), missing, changed, untrashed, unwritten }
    return { ...report, words: reportText(report, folder) }
  }
}
