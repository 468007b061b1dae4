import type { Stars } from '../../shared/library.ts'
import type { PressedKey } from '../../shared/pressed-shortcut.ts'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import type { ShortcutName } from '../../shared/shortcuts.ts'
import type { Direction } from './tile-beside.ts'

/** What a key means on the shelf. `extends`: with Shift, up to there. */
export type GridDeed =
  | { readonly kind: 'move'; readonly direction: Direction; readonly extends: boolean }
  | { readonly kind: 'toggle'; readonly extends: boolean }
  | { readonly kind: 'stars'; readonly stars: Stars }
  | { readonly kind: 'open' | 'all' | 'none' | 'trash' | 'undo' }

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'page-up',
  PageDown: 'page-down'
}

const deeds: {
  readonly [Name in Exclude<ShortcutName<'library'>, 'search'>]: (pressed: PressedKey, direction: Direction) => GridDeed
} = {
  move: (_, direction) => ({ kind: 'move', direction, extends: false }),
  ends: (_, direction) => ({ kind: 'move', direction, extends: false }),
  extend: (_, direction) => ({ kind: 'move', direction, extends: true }),
  choose: () => ({ kind: 'toggle', extends: false }),
  chooseUpTo: () => ({ kind: 'toggle', extends: true }),
  stars: ({ key }) => ({ kind: 'stars', stars: Number(key) as Stars }),
  all: () => ({ kind: 'all' }),
  none: () => ({ kind: 'none' }),
  open: () => ({ kind: 'open' }),
  trash: () => ({ kind: 'trash' }),
  undo: () => ({ kind: 'undo' })
}

/** Null: nothing here. */
export function gridDeed(pressed: PressedKey): GridDeed | null {
  const name = pressedShortcut('library', pressed)
  if (name === null || name === 'search') return null
  return deeds[name](pressed, directionOf(pressed))
}

/** Ctrl or Cmd leads to the ends of everything, not of the row. */
function directionOf({ key, ctrlKey, metaKey }: PressedKey): Direction {
  if (ctrlKey || metaKey) return key === 'Home' ? 'first' : 'last'
  return directions[key] ?? 'right'
}
