import { rename } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { LibraryRepair, LibraryReport } from '../../../shared/library/library.ts'
import type { FileDigester, FileProber } from '../../tasks/ports.ts'
import { untrackedOperationContext, type BulkOperationContext } from '../bulk-operation-context.ts'
import type { ChangeEvents } from '../change-events.ts'
import { readFileFacts } from '../folders/read-folder-items.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { StoredItem } from '../index/indexed-item.ts'
import { forgetItems } from '../items/forget-items.ts'
import type { KnownItems } from '../items/known-items.ts'
import type { LibraryItems } from '../items/library-items.ts'
import type { OperationQueue } from '../operation-queue.ts'
import type { CorruptSidecars } from '../recipes/corrupt-sidecars.ts'
import { sidecarPath } from '../recipes/sidecar.ts'
import type { SidecarWriter } from '../recipes/sidecar-writer.ts'
import type { RemovedResults } from '../removed-results.ts'
import { uniquePath } from '../unique-path.ts'
import { adoptionsPerTurn, type FileAdoption } from './file-adoption.ts'
import type { LibraryCheck } from './library-check.ts'
import type { LibraryReports } from './library-reports.ts'

export type LibraryRepairsDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly corruptSidecars: CorruptSidecars
  readonly reports: LibraryReports
  readonly check: LibraryCheck
  readonly adoption: FileAdoption
  readonly sidecars: SidecarWriter
  readonly operations: OperationQueue
  readonly events: ChangeEvents
  readonly probeFile: FileProber
  readonly digestFile: FileDigester
  /** Downloads a task's missing files from the service again. */
  readonly fetchAgain: (task: string) => Promise<void>
}

/** Repairs the problems that the last check reported. */
export class LibraryRepairs {
  readonly #dependencies: LibraryRepairsDependencies

  constructor(dependencies: LibraryRepairsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Makes as many of the chosen repairs as possible. The report lists files that Kiln can't display.
   * @throws the first UserFacingError, after all other repairs are done.
   */
  async repair(choices: readonly LibraryRepair[], run: BulkOperationContext = untrackedOperationContext): Promise<LibraryReport> {
    const { reports, check, adoption, sidecars, operations } = this.#dependencies
    const problems: UserFacingError[] = []
    const adopted = choices.flatMap((choice) => (choice.how === 'adopt' ? [choice.name] : []))
    const others = choices.filter((choice) => choice.how !== 'adopt')
    for (let from = 0; from < adopted.length && !run.signal.aborted; from += adoptionsPerTurn) {
      const slice = adopted.slice(from, from + adoptionsPerTurn)
      await operations.inBackground(() => adoption.adoptAll(slice, problems))
      run.report(from + slice.length)
    }
    for (const choice of others) {
      const work = async (): Promise<void> => {
        await this.#repairOne(choice).catch((error: unknown) => {
          if (!(error instanceof UserFacingError)) throw error
          problems.push(error)
        })
      }
      await (others.length === 1 ? operations.inTurn(work) : operations.inBackground(work))
    }
    // If the user only imported files, a check of the whole library would take too long.
    if (others.length > 0) await operations.inBackground(() => check.verifyNow())
    else await operations.inBackground(() => adoption.updateReport())
    await sidecars.flushed()
    const [first] = problems
    if (first !== undefined) throw first
    return reports.full()
  }

  async #repairOne(choice: Exclude<LibraryRepair, { readonly how: 'adopt' }>): Promise<void> {
    const { items, fetchAgain } = this.#dependencies
    switch (choice.how) {
      case 'fetch-again': {
        const item = await items.withId(choice.id)
        if (item.task === null) throw new UserFacingError(say('You added this file, so it can’t be downloaded from the service.'))
        if (item.state === 'changed') await renameChangedFile(item)
        await fetchAgain(item.task)
        return
      }
      case 'forget':
        await this.#forget(await items.withId(choice.id))
        return
      case 'take-as-new':
        await this.#acceptChange(await items.withId(choice.id))
        return
      case 'write-recipe':
        await this.#writeRecipe(choice.name)
        return
      default:
        assertNever(choice)
    }
  }

  async #forget(item: StoredItem): Promise<void> {
    const { index, events } = this.#dependencies
    if (item.state !== 'missing')
      throw new UserFacingError(say('This file isn’t missing. Delete it instead.'), { advice: say('You can undo this afterwards.') })
    await forgetItems(this.#dependencies, [item])
    await index.drop([item.key])
    events.report({ removed: [item.key] })
  }

  async #acceptChange(item: StoredItem): Promise<void> {
    const { items, probeFile, digestFile } = this.#dependencies
    const about = await readFileFacts(item.path, { probeFile, digestFile }, item.medium)
    if (about === null)
      throw new UserFacingError(say('{path} can’t be read, or is in a format that Kiln can’t display.', { path: basename(item.path) }))
    await items.put([{ ...item, ...about, state: 'here' }], false)
  }

  async #writeRecipe(name: string): Promise<void> {
    const { index, items, corruptSidecars, reports } = this.#dependencies
    const path = reports.pathOfReported(name)
    const item = (await items.allFiles()).find((file) => file.path === path)
    if (item === undefined) throw new UserFacingError(say('Kiln doesn’t know how this file was made, so it can’t write a recipe.'))
    const aside = await uniquePath(join(path, '..'), `${basename(path)}.damaged.txt`)
    await rename(sidecarPath(path), aside).catch(() => undefined)
    corruptSidecars.set(corruptSidecars.all().filter((one) => one !== name))
    await items.put(await index.stored([item.key]), false)
  }
}

/** Keeps a changed file under another name, because its original is downloaded to the same path. */
async function renameChangedFile(item: StoredItem): Promise<void> {
  const { dir, name, ext } = parse(item.path)
  await rename(item.path, await uniquePath(dir, `${name} (changed)${ext}`))
}
