import type { LibraryTile } from '../../shared/library/library.ts'
import { taskStore } from '../bridge/session.ts'
import type { FileActions } from '../media/use-file-actions.ts'
import { openUseAsInput } from '../navigation/app-dialogs-store.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { openTask } from '../navigation/open-task.ts'
import { maxComparedResults, navigate } from '../navigation/route.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import { tileOrigin } from './tile-origin.ts'
import type { LibraryActions } from './use-library-actions.ts'

/**
 * Returns the library's actions for the app menu and the context menu. `items` is null while the items in `keys` load, or if too many are
 * selected. `copyText` is from `useCopyText`.
 */
export function libraryMenuActions(
  keys: readonly number[],
  items: readonly LibraryTile[] | null,
  actions: Pick<LibraryActions, 'trash' | 'untrash'>,
  fileActionsOf: (itemId: string) => FileActions,
  copyText: (text: string) => void
): MenuActionHandlers {
  const only = items?.length === 1 ? items[0] : undefined
  const file = only?.state === 'missing' ? undefined : only
  const here = items === null || items.length === 0 || items.some(({ state }) => state === 'missing') ? undefined : items
  const task = only === undefined || only.task === null ? undefined : taskStore.get(only.task)
  const origin = only === undefined ? null : tileOrigin(only)
  const compared = here === undefined ? null : comparedIds(here)
  const prompt = only?.prompt ?? null
  return {
    remix: origin === null ? undefined : () => openFormFrom(origin),
    useAsInput: here && (() => openUseAsInput(here)),
    compare: compared === null ? undefined : () => navigate({ view: 'compare', ids: compared }),
    saveAs: file && fileActionsOf(file.id).saveAs,
    copy: file?.medium === 'image' ? fileActionsOf(file.id).copy : undefined,
    copyPrompt: prompt === null ? undefined : () => copyText(prompt),
    showInFolder: file && fileActionsOf(file.id).showInFolder,
    showTask: task === undefined ? undefined : () => openTask(task.id),
    trash: keys.length === 0 ? undefined : () => actions.trash(keys),
    untrash: actions.untrash ?? undefined
  }
}

/**
 * Returns the IDs of the results that Compare shows. A single item is compared with the other outputs of its task. Null if there are too
 * few or too many results.
 */
function comparedIds(items: readonly LibraryTile[]): readonly string[] | null {
  const [only, ...others] = items
  const task = only === undefined || only.task === null || others.length > 0 ? undefined : taskStore.get(only.task)
  const ids =
    only === undefined || task === undefined
      ? items.map(({ id }) => id)
      : [only, ...task.results.filter(({ id, medium }) => id !== only.id && medium === only.medium)]
          .slice(0, maxComparedResults)
          .map(({ id }) => id)
  return ids.length < 2 || ids.length > maxComparedResults ? null : ids
}
