import type { MenuActionName, MenuLayout } from '../../shared/app/menu.ts'
import { menuActionShortcut, menuActionText } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import type { MenuActionHandlers } from './menu-action-handlers.ts'
import { isMac, shortcutKeyText } from './shortcut-text.ts'

/** Icon name of each menu action (`IconName` in `renderer/ui/icon.tsx`). */
const icons = {
  previous: 'chevron-left',
  next: 'chevron-right',
  slideShow: 'slide-show',
  remix: 'remix',
  useAsInput: 'arrow-right',
  compare: 'compare',
  saveAs: 'download',
  copy: 'copy',
  copyPrompt: 'text',
  showInFolder: 'folder',
  showTask: 'queue',
  trash: 'trash',
  untrash: 'undo',
  open: 'full-screen',
  chooseFaces: 'face',
  checkAgain: 'refresh',
  sendAgain: 'run-again',
  cancel: 'undo',
  copySupportBundle: 'copy',
  hide: 'hide',
  unhide: 'undo'
} as const satisfies Readonly<Record<MenuActionName, string>>

export type ActionItem = {
  readonly label: string
  readonly icon: (typeof icons)[MenuActionName]
  readonly shortcut?: string
  readonly onSelect: () => void
}

/**
 * Returns context menu items for the actions in `order` that have a handler in `actions`. `line` is a separator. Separators at the start,
 * at the end and next to another separator are omitted.
 */
export function actionItems(order: MenuLayout, actions: MenuActionHandlers): readonly (ActionItem | 'line')[] {
  const items: (ActionItem | 'line')[] = []
  for (const name of order) {
    const onSelect = name === 'line' ? undefined : actions[name]
    if (name === 'line') {
      if (items.length > 0 && items.at(-1) !== 'line') items.push('line')
    } else if (onSelect !== undefined) items.push({ label: say(menuActionText(name)), icon: icons[name], ...keyOf(name), onSelect })
  }
  return items.at(-1) === 'line' ? items.slice(0, -1) : items
}

function keyOf(name: MenuActionName): { readonly shortcut?: string } {
  const [key] = menuActionShortcut(name)?.keys ?? []
  return key === undefined ? {} : { shortcut: shortcutKeyText(key, isMac()) }
}
