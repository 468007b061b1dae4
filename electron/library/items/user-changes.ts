import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { ChangeReceipt, LibraryChange, LibraryCollection } from '../../../shared/library/library.ts'
import { unfilteredQuery } from '../../../shared/library/query-defaults.ts'
import type { Clock } from '../../tasks/ports.ts'
import { untrackedOperationContext, type BulkOperationContext } from '../bulk-operation-context.ts'
import type { ChangeEvents } from '../change-events.ts'
import type { FileMoves } from '../file-moves.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { ItemChange } from '../index/item-change.ts'
import type { OperationQueue } from '../operation-queue.ts'
import type { SidecarWriter } from '../recipes/sidecar-writer.ts'
import type { LibraryCollections } from './library-collections.ts'
import type { UndoHistory } from './undo-history.ts'

export type UserChangesDependencies = {
  readonly index: IndexClient
  readonly collections: LibraryCollections
  readonly moves: FileMoves
  readonly history: UndoHistory
  readonly sidecars: SidecarWriter
  readonly operations: OperationQueue
  readonly events: ChangeEvents
  readonly clock: Clock
}

/** Number of items in the first slice of a change. */
const changesPerTurn = 50

/** Changes stars, tags and collections, and undoes such changes. */
export class UserChanges {
  readonly #dependencies: UserChangesDependencies

  constructor(dependencies: UserChangesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Applies a change. Resolves once it is on disk in the index. The sidecars are written in the background, if necessary after a restart.
   */
  change(change: LibraryChange, run: BulkOperationContext = untrackedOperationContext): Promise<ChangeReceipt> {
    const { index, collections, history, sidecars, operations, events } = this.#dependencies
    return events.inBulk(async () => {
      const steps: ItemChange[] = []
      const isStopped = await operations.inSlices(change.keys, changesPerTurn, run, async (keys) => {
        if (change.addTo !== undefined) await collections.withId(change.addTo)
        const changed = await index.change({ ...change, keys })
        steps.push(...changed.steps)
        if (changed.keys.length > 0) events.report({ changed: changed.keys })
      })
      sidecars.flush()
      return history.add({ steps }, isStopped)
    })
  }

  /**
   * Reverts a change, a move or the removal of a collection. Keeps later changes. `token`: from the receipt.
   * @throws UserFacingError if the change is too old to revert.
   */
  undo(token: string, run: BulkOperationContext = untrackedOperationContext): Promise<void> {
    const { index, collections: libraryCollections, moves: fileMoves, history, sidecars, operations, events } = this.#dependencies
    return events.inBulk(async () => {
      const { steps, collection, moves } = history.withToken(token)
      if (collection !== null)
        await operations.inTurn(async () => {
          await index.putCollections([collection])
          await libraryCollections.writeFile()
        })
      const unstoppable = { ...run, signal: untrackedOperationContext.signal }
      await operations.inSlices(steps, changesPerTurn, unstoppable, async (slice) => events.report({ changed: await index.revert(slice) }))
      await fileMoves.moveBack(moves, unstoppable)
      history.delete(token)
      sidecars.flush()
    })
  }

  /**
   * Creates a collection if `id` is null, otherwise renames it. @throws UserFacingError if the name is taken or the collection doesn't
   * exist.
   */
  saveCollection({ id, name }: { readonly id: number | null; readonly name: string }): Promise<LibraryCollection> {
    const { index, collections, operations, events, clock } = this.#dependencies
    return operations.inTurn(async () => {
      const isTaken = (await index.collections()).some((one) => one.name.toLowerCase() === name.toLowerCase() && one.id !== id)
      if (isTaken)
        throw new UserFacingError(say('A collection named “{name}” already exists.', { name }), {
          field: 'name',
          advice: say('Choose another name.')
        })
      const kept = await index.saveCollection({ id, name, createdAt: clock.now() })
      if (kept === null) throw new UserFacingError(say('This collection no longer exists.'))
      await collections.writeFile()
      events.report({})
      return collections.withId(kept.id)
    })
  }

  removeCollection(id: number, run: BulkOperationContext = untrackedOperationContext): Promise<ChangeReceipt> {
    const { index, collections, history, sidecars, operations, events } = this.#dependencies
    return events.inBulk(async () => {
      const collection = await operations.inTurn(() => collections.withId(id))
      const { keys } = await index.page({ ...unfilteredQuery, collection: id })
      const steps: ItemChange[] = []
      const isStopped = await operations.inSlices([...keys], changesPerTurn, run, async (slice) => {
        const changed = await index.change({ keys: slice, takeFrom: id })
        steps.push(...changed.steps)
        events.report({ changed: changed.keys })
      })
      if (!isStopped)
        await operations.inTurn(async () => {
          const rest = await index.removeCollection(id)
          steps.push(...rest.steps)
          events.report({ changed: rest.keys })
          await collections.writeFile()
        })
      sidecars.flush()
      return history.add({ steps, collection: isStopped ? null : collection }, isStopped)
    })
  }
}
