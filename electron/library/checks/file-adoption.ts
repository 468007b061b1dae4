import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import type { Clock, FileDigester, FileProber } from '../../tasks/ports.ts'
import type { ChangeEvents } from '../change-events.ts'
import { collectTexts } from '../collect-texts.ts'
import { readFileFacts } from '../folders/read-folder-items.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { IndexedItem } from '../index/indexed-item.ts'
import type { KnownItems } from '../items/known-items.ts'
import type { LibraryItems } from '../items/library-items.ts'
import { mapConcurrent } from '../map-concurrent.ts'
import { itemFieldsFromRecipe } from '../recipes/sidecar.ts'
import type { LibraryReports } from './library-reports.ts'

export type FileAdoptionDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly folders: ResultFolders
  readonly reports: LibraryReports
  readonly events: ChangeEvents
  readonly probeFile: FileProber
  readonly digestFile: FileDigester
  readonly clock: Clock
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Number of files imported at once. */
export const adoptionsPerTurn = 16

/** Imports the files that the last check couldn't import automatically. */
export class FileAdoption {
  readonly #dependencies: FileAdoptionDependencies

  constructor(dependencies: FileAdoptionDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Imports the named files. Imports a file only once, even if `names` contains it several times. Adds an error to `problems` for each name
   * that the last check didn't report.
   */
  async adoptAll(names: readonly string[], problems: UserFacingError[]): Promise<void> {
    const { index, items, reports, closing } = this.#dependencies
    const paths = new Set<string>()
    for (const name of names) {
      try {
        paths.add(reports.pathOfReported(name))
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error
        problems.push(error)
      }
    }
    const indexed = await collectTexts(await index.withPaths([...paths]), ({ path }) => path)
    const adopted = await mapConcurrent(
      adoptionsPerTurn,
      [...paths].filter((path) => !indexed.has(path)),
      (path) => this.#adopt(path),
      closing
    )
    await items.put(
      adopted.filter((item) => item !== null),
      false
    )
  }

  /** Updates the last report. Removes the imported files from `unrecognized`. Moves files that Kiln can't display to `undisplayable`. */
  async updateReport(): Promise<void> {
    const { index, folders, reports, events } = this.#dependencies
    if (reports.last === null) return
    const names = reports.last.unrecognized
    const indexed = await collectTexts(await index.withPaths(names.map((name) => folders.pathOf(name))), ({ path }) => path)
    const left = names.filter((name) => !indexed.has(folders.pathOf(name)))
    reports.setLast({
      ...reports.last,
      unrecognized: left.filter((name) => !reports.isUndisplayable(name)),
      undisplayable: [...new Set([...reports.last.undisplayable, ...left.filter((name) => reports.isUndisplayable(name))])]
    })
    events.report({})
  }

  /** Creates an item for a file without a recipe. Null if Kiln can't display the file. */
  async #adopt(path: string): Promise<IndexedItem | null> {
    const { known, reports, probeFile, digestFile, clock } = this.#dependencies
    const about = await readFileFacts(path, { probeFile, digestFile })
    if (about === null) {
      await reports.addUndisplayable(path)
      return null
    }
    const id = `adopted-${randomUUID()}`
    const person = { stars: 0, tags: [], collections: [] } as const
    const madeAt = about.modifiedAt ?? clock.now()
    known.setMovedPath(id, path)
    return { id, ...itemFieldsFromRecipe(null, basename(path)), ...about, ...person, path, madeAt, state: 'here', recipe: null }
  }
}
