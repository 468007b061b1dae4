import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ChangeReceipt, LibraryChange, LibraryCollection, MoveReceipt, TrashReceipt } from '../../shared/library/library.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { withProgress } from '../bridge/bulk-job-store.ts'
import { request } from '../bridge/kiln.ts'

/** A library change that can be undone, whichever view made it. */
export type UndoStep =
  | { readonly kind: 'trash'; readonly receipt: TrashReceipt }
  | { readonly kind: 'change'; readonly receipt: ChangeReceipt }
  | { readonly kind: 'rename'; readonly receipt: RenameReceipt }

/** Receipt for renaming the collection `id`. `name` is the previous name, which an undo restores. */
export type RenameReceipt = { readonly token: string; readonly count: 1; readonly id: number; readonly name: string }

/** Changes that main hasn't responded to yet. */
const pendingChanges = new Set<Promise<unknown>>()
/** Changes that can be undone, oldest first. */
const undoSteps = createStore<readonly UndoStep[]>(() => [])
/** Maximum number of undo steps. Main keeps the same number of changes. */
const maxSteps = 50

/** Returns the newest undo step. Null if nothing can be undone. */
export function useLastUndoStep(): UndoStep | null {
  return useStore(undoSteps, (steps) => steps.at(-1) ?? null)
}

/**
 * Returns the newest undo step. Null if nothing can be undone. First waits for main's responses to pending changes. The user may undo a
 * change before main responds.
 */
export async function lastUndoStep(): Promise<UndoStep | null> {
  await Promise.allSettled(pendingChanges)
  return undoSteps.getState().at(-1) ?? null
}

/** Returns the newest undo step that moved items to the trash. Null if none exists. */
export function useLastTrashStep(): UndoStep | null {
  return useStore(undoSteps, (steps) => steps.findLast(({ kind }) => kind === 'trash') ?? null)
}

/** Moves library items to the trash. `keys` are the items' library keys. */
export function moveToTrash(keys: readonly number[]): Promise<Outcome<TrashReceipt>> {
  const title = say('Moving {count, plural, one {# item} other {# items}} to trash…', { count: keys.length })
  return change(
    withProgress({ title, canStop: true, total: keys.length }, (job) => request('library.trash', { keys, job })),
    (receipt) => ({ kind: 'trash', receipt })
  )
}

export function changeItems(wanted: LibraryChange): Promise<Outcome<ChangeReceipt>> {
  const title = say('Updating {count, plural, one {# item} other {# items}}…', { count: wanted.keys.length })
  return change(
    withProgress({ title, canStop: true, total: wanted.keys.length }, (job) => request('library.change', { ...wanted, job })),
    (receipt) => ({ kind: 'change', receipt })
  )
}

export function removeCollection(id: number): Promise<Outcome<ChangeReceipt>> {
  return change(
    withProgress({ title: say('Deleting the collection…'), canStop: true }, (job) => request('library.removeCollection', { id, job })),
    (receipt) => ({ kind: 'change', receipt })
  )
}

export function renameCollection({ id, name }: LibraryCollection, newName: string): Promise<Outcome<RenameReceipt>> {
  async function rename(): Promise<Outcome<RenameReceipt>> {
    const outcome = await request('library.keepCollection', { id, name: newName })
    return outcome.ok ? { ok: true, value: { token: crypto.randomUUID(), count: 1, id, name } } : outcome
  }
  return change(rename(), (receipt) => ({ kind: 'rename', receipt }))
}

/** Moves files to a folder that the user chooses. The outcome's value is null if the user closed the dialog. */
export function moveToFolder(keys: readonly number[]): Promise<Outcome<MoveReceipt | null>> {
  const title = say('Moving {count, plural, one {# file} other {# files}}…', { count: keys.length })
  return change(
    withProgress({ title, canStop: true }, (job) => request('library.move', { keys, job })),
    (receipt) => receipt && { kind: 'change', receipt }
  )
}

/** Moves all files in former library folders to the current library folder. */
export function moveFromFormerFolders(): Promise<Outcome<MoveReceipt>> {
  return change(
    withProgress({ title: say('Moving files to the library folder…'), canStop: true }, (job) =>
      request('library.moveFromFormerFolders', { job })
    ),
    (receipt) => ({ kind: 'change', receipt })
  )
}

/** Undoes a step. If undoing fails, the user can retry. A retry isn't offered for a deletion once the items are in the system's trash. */
export async function undoLibraryStep(step: UndoStep): Promise<Outcome<null>> {
  const { token } = step.receipt
  undoSteps.setState((steps) => steps.filter(({ receipt }) => receipt.token !== token), true)
  const outcome = await revert(step)
  const isRetryable = step.kind !== 'trash' || Date.now() < step.receipt.undoUntil
  if (!outcome.ok && isRetryable) undoSteps.setState((steps) => [...steps, step].slice(-maxSteps), true)
  return outcome
}

async function revert(step: UndoStep): Promise<Outcome<null>> {
  const { token, count } = step.receipt
  if (step.kind === 'rename') {
    const outcome = await request('library.keepCollection', { id: step.receipt.id, name: step.receipt.name })
    return outcome.ok ? { ok: true, value: null } : outcome
  }
  return withProgress({ title: say('Undoing…'), canStop: false, total: count }, (job) =>
    request(step.kind === 'trash' ? 'library.untrash' : 'library.undoChange', { token, count, job })
  )
}

/** Waits for a change and records its undo step. `stepOf` returns the step, or null if nothing was changed. */
async function change<Value>(asked: Promise<Outcome<Value>>, stepOf: (value: Value) => UndoStep | null): Promise<Outcome<Value>> {
  const changed = asked.then((outcome) => {
    const step = outcome.ok ? stepOf(outcome.value) : null
    // A change that affected no items isn't recorded. Undo then reverts the previous change instead.
    if (step !== null && step.receipt.count > 0) undoSteps.setState((steps) => [...steps, step].slice(-maxSteps), true)
    return outcome
  })
  pendingChanges.add(changed)
  return changed.finally(() => pendingChanges.delete(changed))
}
