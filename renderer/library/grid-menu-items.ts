import { actionMenuItems, runAgainItem } from '../actions/action-menu-items.tsx'
import { resultContextMenu } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryTile } from '../../shared/library/library.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import type { ContextMenuItem } from '../ui/context-menu.tsx'
import { setBulkPanel } from './bulk-panel-store.ts'
import { keyOfCell } from './cell-ids.ts'
import { ensureSelected } from './ensure-selected.ts'
import { gridMembersOf } from './grid-members.ts'
import { libraryTileStore } from './grid-store.ts'
import { libraryViewStore } from './library-view-store.ts'
import { tileOrigin } from './tile-origin.ts'

/** Returns the menu actions for the items in `keys`. `items` is empty if some of them aren't loaded. */
export type ActionsOf = (keys: readonly number[], items: readonly LibraryTile[]) => MenuActionHandlers

/** Returns the menu items for the selection if `cell` is part of it. Otherwise selects only the results of `cell` first. `open` opens the cell. */
export function gridMenuItems(cell: string, open: () => void, actionsOf: ActionsOf): readonly ContextMenuItem[] {
  const key = keyOfCell(cell)
  libraryViewStore.setState({ currentCell: cell })
  if (key === null) return [{ label: say('Show task'), icon: 'queue', onSelect: open }]
  const keys = ensureSelected(key)
  const items = keys.flatMap((one) => libraryTileStore.get(one) ?? [])
  const areLoaded = items.length === keys.length
  const only = keys.length === 1 ? items[0] : undefined
  const origin = only === undefined ? null : tileOrigin(only)
  // A recipe has no “Run again” and “Four more like this”. Their price isn't known until the recipe's values are loaded.
  const repeated = origin !== null && 'taskId' in origin ? origin : null
  const forResults = areLoaded ? actionMenuItems(inputsOf(items), repeated) : []
  const handlers = actionsOf(keys, areLoaded ? items : [])
  const files = actionItems(resultContextMenu.slice(firstLine), handlers)
  const ofAll = say('Move {count, number} items to trash', { count: keys.length })
  return [
    ...(keys.length === gridMembersOf(key).length ? [openItem(open)] : []),
    ...(repeated === null ? [] : [runAgainItem(repeated)]),
    ...forResults,
    ...actionItems(resultContextMenu.slice(0, firstLine), handlers),
    { label: say('Rate…'), icon: 'star', takesFocus: true, onSelect: () => setBulkPanel('stars') },
    { label: say('Tags and collections…'), icon: 'tag', takesFocus: true, onSelect: () => setBulkPanel('tags') },
    ...(keys.length > 1 ? [saveItem()] : []),
    // A single file action has no separator above it. In that case, only “Move to trash” has one.
    ...(files.indexOf('line') === 1 ? [] : (['line'] as const)),
    ...files.map((item) => (item !== 'line' && item.icon === 'trash' && keys.length > 1 ? { ...item, label: ofAll } : item))
  ]
}

/** Index of the separator after the actions that use the result. “Rate…” and “Tags and collections…” are added before it. */
const firstLine = resultContextMenu.indexOf('line', resultContextMenu.indexOf('remix'))

function openItem(open: () => void): ContextMenuItem {
  return { label: say('Open'), icon: 'full-screen', shortcut: shortcutText('library', 'open'), onSelect: open }
}

function saveItem(): ContextMenuItem {
  return { label: say('Save as…'), icon: 'download', takesFocus: true, onSelect: () => setBulkPanel('save') }
}

/** Returns the results that actions can use. Empty if a file is missing. */
function inputsOf(items: readonly LibraryTile[]): readonly LibraryTile[] {
  return items.some(({ state }) => state === 'missing') ? [] : items
}
