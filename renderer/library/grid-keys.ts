import type { Stars } from '../../shared/library.ts'
import type { Direction } from './tile-beside.ts'

/** What a key means on the shelf. `extends`: with Shift, up to there. */
export type GridDeed =
  | { readonly kind: 'move'; readonly direction: Direction; readonly extends: boolean }
  | { readonly kind: 'toggle'; readonly extends: boolean }
  | { readonly kind: 'stars'; readonly stars: Stars }
  | { readonly kind: 'open' | 'all' | 'none' | 'trash' | 'undo' }

export type PressedKey = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

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

/** Null: nothing here. */
export function gridDeed({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): GridDeed | null {
  const isCommand = ctrlKey || metaKey
  if (altKey) return null
  if (isCommand) {
    if (key === 'Home') return { kind: 'move', direction: 'first', extends: shiftKey }
    if (key === 'End') return { kind: 'move', direction: 'last', extends: shiftKey }
    if (key === ' ') return { kind: 'toggle', extends: false }
    if (key === 'a' && !shiftKey) return { kind: 'all' }
    if (key === 'z' && !shiftKey) return { kind: 'undo' }
    // What a Mac has in place of Delete.
    if (key === 'Backspace') return { kind: 'trash' }
    return null
  }
  const direction = Object.hasOwn(directions, key) ? directions[key] : undefined
  if (direction !== undefined) return { kind: 'move', direction, extends: shiftKey }
  if (/^[0-5]$/.test(key) && !shiftKey) return { kind: 'stars', stars: Number(key) as Stars }
  switch (key) {
    case ' ':
      return { kind: 'toggle', extends: shiftKey }
    case 'Enter':
      return { kind: 'open' }
    case 'Delete':
      return { kind: 'trash' }
    case 'Escape':
      return { kind: 'none' }
    default:
      return null
  }
}
