import type { Stars } from '../../shared/library/library.ts'
import type { PressedKey } from '../../shared/app/pressed-shortcut.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import type { ShortcutName } from '../../shared/app/shortcuts.ts'
import type { TileDirection } from './adjacent-tile.ts'

/** Action of a key in the library grid. `extends` is true if Shift extends the selection. */
export type GridAction =
  | { readonly kind: 'move'; readonly direction: TileDirection; readonly extends: boolean }
  | { readonly kind: 'toggle'; readonly extends: boolean }
  | { readonly kind: 'stars'; readonly stars: Stars }
  | { readonly kind: 'open' | 'large' | 'all' | 'none' | 'trash' | 'undo' }

const directions: Readonly<Record<string, TileDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'page-up',
  PageDown: 'page-down'
}

const actions: {
  readonly [Name in Exclude<ShortcutName<'library'>, 'search'>]: (pressed: PressedKey, direction: TileDirection) => GridAction
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
  large: () => ({ kind: 'large' }),
  trash: () => ({ kind: 'trash' }),
  undo: () => ({ kind: 'undo' })
}

/** Returns the action of a key. Null if the key has no action in the grid. */
export function gridAction(pressed: PressedKey): GridAction | null {
  const name = pressedShortcut('library', pressed)
  if (name === null || name === 'search') return null
  return actions[name](pressed, directionOf(pressed))
}

/** Returns the direction of a key. Ctrl or Cmd with Home or End moves to the grid's start or end. */
function directionOf({ key, ctrlKey, metaKey }: PressedKey): TileDirection {
  if (ctrlKey || metaKey) return key === 'Home' ? 'first' : 'last'
  return directions[key] ?? 'right'
}
