import type { LedgerRecord } from '../../electron/practice/ledger-store.ts'
import { isTaskInProgress, needsAttention } from '../../renderer/tasks/expected-duration.ts'
import type { Task } from '../../shared/task/task.ts'
import type { Action } from './actions.ts'
import type { WindowSnapshot } from './window-snapshot.ts'
import type { MainSnapshot, ItemSnapshot } from './main-snapshot.ts'
import type { AllowedEffects } from './robot.ts'
import { ViolationError } from './violation-error.ts'

/**
 * The window's content, the main process's data and the service's charges. `ledger` is read first, so that `main` is newer than every
 * charge in `ledger`.
 */
export type Snapshot = { readonly ui: WindowSnapshot; readonly main: MainSnapshot; readonly ledger: readonly LedgerRecord[] }

const finished = new Set(['done', 'failed', 'refused', 'cancelled'])

/** Checks for layout faults, toasts that report a defect, and an enabled batch button without visible rows. */
export function checkDefects({ ui: windowSnapshot }: Snapshot): void {
  const [first] = windowSnapshot.faults
  if (first !== undefined)
    throw new ViolationError(
      'nothing overlaps, leaves the window or contradicts itself',
      `in ${windowSnapshot.view}: ${windowSnapshot.faults.join('; ')}`
    )
}

/** Checks that the counts in the window match the journal and the library index. */
export function checkCounts({ ui: windowSnapshot, main: mainSnapshot }: Snapshot): void {
  const { counts } = windowSnapshot
  // A batch is one row in the queue. A hidden task of a batch has its own row.
  const rows = new Set(mainSnapshot.tasks.map(({ id, batch, hidden }) => (batch === null || hidden ? id : batch.id))).size
  const expected: readonly (readonly [string, number | null, number])[] = [
    ['running', counts.running, mainSnapshot.tasks.filter(isTaskInProgress).length],
    ['library', counts.library, mainSnapshot.items.size],
    ['needs you', counts.needsYou, countNeeding(mainSnapshot.tasks)],
    ['queue', counts.queue, rows]
  ]
  for (const [what, shown, held] of expected)
    if (shown !== null && shown !== held && windowSnapshot.view !== '')
      throw new ViolationError('the window matches the journal', `${what}: the window shows ${shown}, main has ${held}`)
}

/** Returns the number of tasks that need the user. The rows of a batch share a question, which counts once. */
function countNeeding(tasks: readonly Task[]): number {
  return new Set(tasks.flatMap((task) => (needsAttention(task) ? [task.question === null ? task.id : (task.batch?.id ?? task.id)] : [])))
    .size
}

/** Checks that every charge belongs to exactly one task in Kiln with the same credits. Open tasks must not be hidden. */
export function checkCharges({ main: mainSnapshot, ledger }: Snapshot): void {
  const tasks = new Map(mainSnapshot.tasks.map((task) => [task.idempotencyKey, task]))
  const charged = new Map<string, number>()
  for (const { kind, idempotencyKey, credits } of ledger) {
    if (kind !== 'charge') continue
    if (charged.has(idempotencyKey)) throw new ViolationError('nothing is charged twice', idempotencyKey)
    charged.set(idempotencyKey, credits)
    const task = tasks.get(idempotencyKey)
    if (task === undefined) throw new ViolationError('every charge is in the journal', `key ${idempotencyKey}, ${credits} credits`)
    const { consumed } = task.credits
    if (task.phase === 'done' && consumed !== null && consumed > 0 && consumed !== credits)
      throw new ViolationError('Kiln’s ledger matches the service’s', `${task.title}: ${consumed} in Kiln, ${credits} at the service`)
  }
  for (const task of mainSnapshot.tasks)
    if (task.hidden && !finished.has(task.phase))
      throw new ViolationError('no open task is hidden', `${task.title} is hidden and ${task.phase}`)
}

/**
 * Checks that every deletion and every bulk change offers an undo, unless `removesItems` or `changesItems` allows it. Each imported file
 * must be exactly one item.
 */
export function checkLibrary(before: Snapshot, now: Snapshot, { removesItems = false, changesItems = false }: AllowedEffects): void {
  const gone = [...before.main.items.values()].filter(({ id }) => !now.main.items.has(id))
  const offersUndo = now.ui.undoToasts.length > 0
  if (gone.length > 0 && !removesItems && !offersUndo) throw new ViolationError('every deletion can be undone', namesOf(gone))
  const changed = [...now.main.items.values()].filter((item) => {
    const old = before.main.items.get(item.id)
    return old !== undefined && annotationsOf(old) !== annotationsOf(item)
  })
  if (changed.length > 1 && !changesItems && !offersUndo) throw new ViolationError('every bulk change can be undone', namesOf(changed))
  const foreign = [...now.main.items.values()].filter(({ task }) => task === null).map(({ fileName }) => fileName)
  const twice = foreign.find((name, place) => foreign.indexOf(name) !== place)
  if (twice !== undefined)
    throw new ViolationError('a file is one library item', `${twice} has ${foreign.filter((name) => name === twice).length} items`)
}

/** Checks that a restart keeps all tasks, results and collections. Stars and tags must also remain, unless `changesItems` is true. */
export function checkRestart(before: Snapshot, now: Snapshot, { changesItems = false }: AllowedEffects): void {
  const lost = [...before.main.items.values()].filter(({ id }) => !now.main.items.has(id))
  if (lost.length > 0) throw new ViolationError('a restart loses no result', namesOf(lost))
  const changed = [...before.main.items.values()].filter((item) => {
    const kept = now.main.items.get(item.id)
    return kept !== undefined && annotationsOf(kept) !== annotationsOf(item)
  })
  if (changed.length > 0 && !changesItems)
    throw new ViolationError('a restart loses no stars and tags', `${namesOf(changed)}: ${changesOf(changed, now)}`)
  const ids = new Set(now.main.tasks.map(({ id }) => id))
  const lostTask = before.main.tasks.find(({ id }) => !ids.has(id))
  if (lostTask !== undefined) throw new ViolationError('a restart loses no task', lostTask.title)
  const lostCollection = before.main.collections.find((name) => !now.main.collections.includes(name))
  if (lostCollection !== undefined) throw new ViolationError('a restart loses no collection', lostCollection)
}

/**
 * Checks that the state equals one of the earlier states in `goals`. Task progress is ignored. `beforeUndo`: the state right before the
 * undo. If items were missing then, the undo restores a deletion. Other items may then have the stars and tags of either state. The user
 * may have changed them since the deletion.
 */
export function checkUndo(goals: readonly Snapshot[], now: Snapshot, beforeUndo?: Snapshot): void {
  const complaints = goals.map((goal) => differenceFrom(goal, now, beforeUndo))
  if (complaints.every((one) => one !== null)) throw new ViolationError('undo restores the exact state', complaints.at(-1) ?? '')
}

function differenceFrom(goal: Snapshot, now: Snapshot, beforeUndo: Snapshot = goal): string | null {
  const items = [...goal.main.items.values()]
  const restoresDeletion = items.some(({ id }) => !beforeUndo.main.items.has(id))
  const changed = items.filter((item) => {
    const kept = now.main.items.get(item.id)
    if (kept === undefined) return true
    const wasThere = restoresDeletion ? beforeUndo.main.items.get(item.id) : undefined
    return ![item, wasThere ?? item].some((allowed) => annotationsOf(allowed) === annotationsOf(kept))
  })
  if (changed.length > 0) {
    return `in the library ${namesOf(changed)}: ${changesOf(changed, now)}`
  }
  const tasks = new Map(now.main.tasks.map((task) => [task.id, task]))
  const cancelled = goal.main.tasks.filter(({ id, phase }) => phase !== 'cancelled' && tasks.get(id)?.phase === 'cancelled')
  if (cancelled.length > 0) return `still cancelled: ${cancelled.map(({ title }) => title).join(', ')}`
  const hidden = goal.main.tasks.filter(({ id, hidden: wasHidden }) => tasks.get(id)?.hidden !== wasHidden)
  if (hidden.length > 0) return `visibility changed: ${hidden.map(({ title }) => title).join(', ')}`
  if (goal.ui.view === now.ui.view && goal.ui.form !== now.ui.form) return `the form was\n${goal.ui.form}\nand is now\n${now.ui.form}`
  return null
}

/** Checks that an element has the focus after a key press or a closed dialog. Tab is exempt, because it can leave the page. */
export function checkFocus(before: Snapshot, now: Snapshot, action: Action): void {
  if (!now.ui.isFocusOnBody) return
  const closesDialog = before.ui.dialogs > now.ui.dialogs && !before.ui.isFocusOnBody
  const isKey = action.kind === 'key' && !action.description.endsWith('Tab') && !before.ui.isFocusOnBody
  if (isKey || closesDialog)
    throw new ViolationError(
      'the focus is never on body',
      `in ${now.ui.view} after ${action.description}, previously on ${before.ui.focus}`
    )
}

/** Returns the user metadata of a result as JSON, for comparisons. */
function annotationsOf({ stars, tags, collections }: ItemSnapshot): string {
  return JSON.stringify([stars, [...tags].toSorted(), [...collections].toSorted((one, other) => one - other)])
}

/** Returns the earlier and the current user metadata of the first three items, for the error message. */
function changesOf(items: readonly ItemSnapshot[], now: Snapshot): string {
  const examples = items.slice(0, 3).map((was) => {
    const is = now.main.items.get(was.id)
    return `${annotationsOf(was)} is now ${is === undefined ? 'missing' : annotationsOf(is)}`
  })
  return examples.join(', ')
}

function namesOf(items: readonly ItemSnapshot[]): string {
  return `${items.length}: ${items
    .slice(0, 5)
    .map(({ fileName, stars }) => `${fileName} (${stars} stars)`)
    .join(', ')}`
}
