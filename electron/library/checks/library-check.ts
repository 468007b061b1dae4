import type { LibraryReport } from '../../../shared/library/library.ts'
import type { Clock, FileDigester } from '../../tasks/ports.ts'
import type { ChangeEvents } from '../change-events.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { FolderImport } from '../imports/folder-import.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { LibraryCollections } from '../items/library-collections.ts'
import type { LibraryItems } from '../items/library-items.ts'
import { maxConcurrentReads, mapConcurrent } from '../map-concurrent.ts'
import type { OperationQueue } from '../operation-queue.ts'
import type { CorruptSidecars } from '../recipes/corrupt-sidecars.ts'
import { readSidecar } from '../recipes/sidecar.ts'
import type { SidecarWriter } from '../recipes/sidecar-writer.ts'
import { verifyFiles } from '../verify-files.ts'
import type { LibraryReports } from './library-reports.ts'

export type LibraryCheckDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly folders: ResultFolders
  readonly folderImport: FolderImport
  readonly collections: LibraryCollections
  readonly corruptSidecars: CorruptSidecars
  readonly reports: LibraryReports
  readonly sidecars: SidecarWriter
  readonly operations: OperationQueue
  readonly events: ChangeEvents
  readonly digestFile: FileDigester
  readonly clock: Clock
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Minimum time between two automatic checks. */
const verifyIntervalInMs = 5 * 60_000

/** Checks every file, and imports new files from the folders. */
export class LibraryCheck {
  readonly #dependencies: LibraryCheckDependencies
  #running: Promise<LibraryReport> | null = null

  constructor(dependencies: LibraryCheckDependencies) {
    this.#dependencies = dependencies
  }

  /** Checks every file. Only one check runs at a time. Concurrent callers get the same report. */
  verify(): Promise<LibraryReport> {
    this.#running ??= this.#verifyInBackground().finally(() => (this.#running = null))
    return this.#running
  }

  /** Checks the files if the last check was at least 5 minutes ago. Does nothing before the first check since startup. */
  async verifyWhenDue(): Promise<void> {
    const { reports, clock } = this.#dependencies
    const { last } = reports
    // The app runs the first check itself after startup.
    if (last !== null && clock.now() - (last.verifiedAt ?? 0) >= verifyIntervalInMs) await this.verify()
  }

  /** Imports the new library folder's collections and checks its files. Call after the library folder has changed. */
  async verifyChosenFolder(): Promise<void> {
    const { collections, operations } = this.#dependencies
    await operations.inTurn(() => collections.importFile())
    // A running check may have started in the former folder, so another check follows.
    await this.#running?.catch(() => undefined)
    await this.verify()
  }

  /** Checks the files as part of an operation that is already running. */
  async verifyNow(): Promise<void> {
    const { index, items, folders, folderImport, collections, reports, events, digestFile, clock, closing } = this.#dependencies
    const folder = folders.current
    const contents = await folders.scan(closing)
    const files = await items.allFiles()
    if (!contents.own.isThere || !(await folders.isCurrentThere())) {
      this.#reportMissingFolder(folder)
      return
    }
    await this.#recheckCorruptSidecars()
    const findings = await verifyFiles(files, digestFile, closing)
    const states = new Map(findings.map((finding) => [finding.key, finding.state]))
    const missing = files.filter((file) => (states.get(file.key) ?? file.state) === 'missing')
    await index.mark(findings)
    const found = await folderImport.findMissing(missing, contents)
    if (findings.length > 0) events.report({ changed: findings.map(({ key }) => key) })
    const { importedCount, strange } = await folderImport.importContents(contents)
    reports.setStrangeNames(strange)
    await reports.forgetChangedUndisplayable()
    await collections.writeFileIfDue()
    reports.setLast({
      verifiedAt: clock.now(),
      folder,
      isFolderThere: true,
      found: found.map(({ id, path }) => ({ id, name: folders.nameOf(path) })),
      importedCount,
      unrecognized: strange.filter((name) => !reports.isUndisplayable(name)),
      undisplayable: strange.filter((name) => reports.isUndisplayable(name)),
      corruptSidecars: this.#dependencies.corruptSidecars.all()
    })
    // Tells the page to load the new report, even if no item has changed.
    events.report({})
  }

  async #verifyInBackground(): Promise<LibraryReport> {
    const { operations, sidecars, reports } = this.#dependencies
    await operations.inBackground(() => this.verifyNow())
    await sidecars.flushed()
    return reports.full()
  }

  #reportMissingFolder(folder: string): void {
    const { reports, corruptSidecars, clock } = this.#dependencies
    reports.setLast({
      verifiedAt: clock.now(),
      folder,
      isFolderThere: false,
      found: [],
      importedCount: 0,
      unrecognized: [],
      undisplayable: [],
      corruptSidecars: corruptSidecars.all()
    })
  }

  async #recheckCorruptSidecars(): Promise<void> {
    const { folders, corruptSidecars } = this.#dependencies
    const stillCorrupt = await mapConcurrent(maxConcurrentReads, corruptSidecars.all(), async (name) =>
      (await readSidecar(folders.pathOf(name))) === 'torn' ? name : null
    )
    corruptSidecars.set(stillCorrupt.filter((name) => name !== null))
  }
}
