import { actionMenuItems } from '../actions/action-menu-items.tsx'
import { resultContextMenu } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryTile } from '../../shared/library/library.ts'
import { taskStore } from '../bridge/session.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import type { ContextMenuItem } from '../ui/context-menu.tsx'
import { setBulkPanel } from './bulk-panel-store.ts'
import { keyOfCell } from './cells.ts'
import { libraryTileStore } from './grid-store.ts'
import { ensureSelected, libraryViewStore } from './library-view-store.ts'

/** Returns the menu actions for the items in `keys`. `items` is empty if some of them aren't loaded. */
export type ActionsOf = (keys: readonly number[], items: readonly LibraryTile[]) => MenuActionHandlers

/** Returns the menu items for the selection if `cell` is part of it. Otherwise selects only `cell` first. `open` opens the cell. */
export function gridMenuItems(cell: string, open: () => void, actionsOf: ActionsOf): readonly ContextMenuItem[] {
  const key = keyOfCell(cell)
  libraryViewStore.setState({ currentCell: cell })
  if (key === null) return [{ label: say('Show task'), icon: 'queue', onSelect: open }]
  const keys = ensureSelected(key)
  const items = keys.flatMap((one) => libraryTileStore.get(one) ?? [])
  const forResults = items.length === keys.length ? actionMenuItems(inputsOf(items), originOf(items)) : []
  const actions = actionItems(resultContextMenu, actionsOf(keys, items.length === keys.length ? items : []))
  if (keys.length === 1) {
    const openItem = { label: say('Open'), icon: 'full-screen', shortcut: shortcutText('library', 'open'), onSelect: open } as const
    return items.length === 0 ? actions : [openItem, 'line', ...forResults, ...actions]
  }
  const ofAll = say('Move {count, number} items to trash', { count: keys.length })
  return [
    ...forResults,
    { label: say('Rate…'), icon: 'star', takesFocus: true, onSelect: () => setBulkPanel('stars') },
    { label: say('Tag…'), icon: 'tag', takesFocus: true, onSelect: () => setBulkPanel('tags') },
    { label: say('Save as…'), icon: 'download', takesFocus: true, onSelect: () => setBulkPanel('save') },
    'line',
    ...actions.map((item) => (item !== 'line' && item.icon === 'trash' ? { ...item, label: ofAll } : item))
  ]
}

/** The results that actions can use. Empty if a file is missing. */
function inputsOf(items: readonly LibraryTile[]): readonly LibraryTile[] {
  return items.some(({ state }) => state === 'missing') ? [] : items
}

/** Values of the only item's task. Null if the journal doesn't have the task, or if there are several items. */
function originOf(items: readonly LibraryTile[]): ValuesOrigin | null {
  const [only, ...others] = items
  const task = only === undefined || only.task === null || others.length > 0 ? undefined : taskStore.get(only.task)
  return task === undefined || task.capability === '' ? null : { capability: task.capability, values: task.values, taskId: task.id }
}
