import { resultContextMenu } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryTile } from '../../shared/library/library.ts'
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
  const actions = actionItems(resultContextMenu, actionsOf(keys, items.length === keys.length ? items : []))
  if (keys.length === 1) {
    const openItem = { label: say('Open'), icon: 'full-screen', shortcut: shortcutText('library', 'open'), onSelect: open } as const
    return items.length === 0 ? actions : [openItem, 'line', ...actions]
  }
  const ofAll = say('Move {count, number} items to trash', { count: keys.length })
  return [
    { label: say('Rate…'), icon: 'star', takesFocus: true, onSelect: () => setBulkPanel('stars') },
    { label: say('Tag…'), icon: 'tag', takesFocus: true, onSelect: () => setBulkPanel('tags') },
    { label: say('Save as…'), icon: 'download', takesFocus: true, onSelect: () => setBulkPanel('save') },
    'line',
    ...actions.map((item) => (item !== 'line' && item.icon === 'trash' ? { ...item, label: ofAll } : item))
  ]
}
