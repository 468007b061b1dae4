import type { Deed, MenuOrder } from '../../shared/menu.ts'
import { deedShortcut, deedWords } from '../../shared/menu.ts'
import { say } from '../../shared/words/say.ts'
import type { MenuDeeds } from './menu-deeds.ts'
import { isMac, keyWords } from './shortcut-words.ts'

/** Names of the ui kit's icons. */
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
  lookAgain: 'refresh',
  sendAgain: 'run-again',
  takeBack: 'undo',
  copySupportBundle: 'copy',
  hide: 'hide'
} as const satisfies Readonly<Record<Deed, string>>

export type DeedItem = {
  readonly words: string
  readonly icon: (typeof icons)[Deed]
  readonly shortcut?: string
  readonly onSelect: () => void
}

/** What of a menu can be done now, as a context menu shows it. */
export function deedItems(order: MenuOrder, deeds: MenuDeeds): readonly (DeedItem | 'line')[] {
  const items: (DeedItem | 'line')[] = []
  for (const name of order) {
    const onSelect = name === 'line' ? undefined : deeds[name]
    if (name === 'line') {
      if (items.length > 0 && items.at(-1) !== 'line') items.push('line')
    } else if (onSelect !== undefined) items.push({ words: say(deedWords(name)), icon: icons[name], ...keyOf(name), onSelect })
  }
  return items.at(-1) === 'line' ? items.slice(0, -1) : items
}

function keyOf(name: Deed): { readonly shortcut?: string } {
  const [key] = deedShortcut(name)?.keys ?? []
  return key === undefined ? {} : { shortcut: keyWords(key, isMac()) }
}
