import { randomUUID } from 'node:crypto'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { ChangeReceipt, LibraryCollection } from '../../../shared/library/library.ts'
import type { ItemChange } from '../index/item-change.ts'

/** `folder`: the folder that the file was moved from. */
export type MoveStep = { readonly id: string; readonly folder: string }

/** `collection`: the removed collection. Null if no collection was removed. */
export type UndoableChange = {
  readonly steps: readonly ItemChange[]
  readonly collection: LibraryCollection | null
  readonly moves: readonly MoveStep[]
}

const mostUndoableChanges = 50
const nothingDone: UndoableChange = { steps: [], collection: null, moves: [] }

/** The changes that can be undone. */
export class UndoHistory {
  /** The changes by token, oldest first. */
  readonly #changes = new Map<string, UndoableChange>()

  /** Adds a change and returns its receipt. */
  add(change: Partial<UndoableChange>, isStopped: boolean): ChangeReceipt {
    const undoable = { ...nothingDone, ...change }
    const token = randomUUID()
    this.#changes.set(token, undoable)
    for (const oldest of this.#changes.keys()) if (this.#changes.size > mostUndoableChanges) this.#changes.delete(oldest)
    return { token, count: undoable.steps.length + undoable.moves.length + (undoable.collection === null ? 0 : 1), isStopped }
  }

  /** Returns a change. @throws UserFacingError if it is too old to undo. */
  withToken(token: string): UndoableChange {
    const undoable = this.#changes.get(token)
    if (undoable === undefined)
      throw new UserFacingError(say('This change can’t be undone any more.'), {
        advice: say('Kiln only keeps the last 50 changes, and only until you quit.')
      })
    return undoable
  }

  delete(token: string): void {
    this.#changes.delete(token)
  }
}
