import { useEffect } from 'react'
import type { ShortcutName } from '../../shared/shortcuts.ts'
import { listen } from '../bridge/kiln.ts'
import { takeShortcut } from '../bridge/take-shortcut.ts'
import { navigate } from './route.ts'

type Places = Exclude<ShortcutName<'app'>, 'search' | 'cheatSheet'>
const places: { readonly [Name in Places]: () => void } = {
  gallery: () => navigate({ view: 'gallery' }),
  queue: () => navigate({ view: 'queue', taskId: null }),
  library: () => navigate({ view: 'library' }),
  guide: () => navigate({ view: 'guide', chapter: null }),
  account: () => navigate({ view: 'account' }),
  settings: () => navigate({ view: 'settings' })
}
const nowhere = {
  gallery: undefined,
  queue: undefined,
  library: undefined,
  guide: undefined,
  account: undefined,
  settings: undefined
} as const

/**
 * What works in every view, by keyboard and from the menu of the app. A dialog that is open keeps all to itself but "Search or do", which a
 * second press closes.
 */
export function useShortcuts(onSearch: (how: 'open' | 'toggle') => void, onCheatSheet: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      const isFree = document.querySelector('[role=dialog], [role=alertdialog]') === null
      takeShortcut('app', event, {
        search: () => onSearch('toggle'),
        ...(isFree ? places : nowhere),
        cheatSheet: isFree && !isWriting(event.target) ? onCheatSheet : undefined
      })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onSearch, onCheatSheet])

  useEffect(() => {
    const deeds = { ...places, search: () => onSearch('open'), cheatSheet: onCheatSheet }
    return listen('app.menu', (name) => deeds[name]())
  }, [onSearch, onCheatSheet])
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type=range]), textarea, [contenteditable]') !== null
}
