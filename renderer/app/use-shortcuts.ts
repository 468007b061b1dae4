import { useEffect } from 'react'
import type { ShortcutName } from '../../shared/shortcuts.ts'
import { deedNames, type Deed, type HelpDeed, type MenuName } from '../../shared/menu.ts'
import { listen, request } from '../bridge/kiln.ts'
import { offeredDeed } from '../bridge/menu-deeds.ts'
import { takeShortcut } from '../bridge/take-shortcut.ts'
import { navigate } from './route.ts'

type Places = Exclude<ShortcutName<'app'>, 'search' | 'cheatSheet'>
const openFiles = (): void => void request('arrivals.browse')
const places: { readonly [Name in Places]: () => void } = {
  newTask: () => navigate({ view: 'gallery' }),
  openFile: openFiles,
  gallery: () => navigate({ view: 'gallery' }),
  queue: () => navigate({ view: 'queue', taskId: null }),
  library: () => navigate({ view: 'library' }),
  guide: () => navigate({ view: 'guide', chapter: null }),
  account: () => navigate({ view: 'account' }),
  settings: () => navigate({ view: 'settings' })
}
const helpPlaces: { readonly [Name in Exclude<HelpDeed, 'licences'>]: () => void } = {
  connectionCheck: () => navigate({ view: 'settings', section: 'connection' }),
  diagnostics: () => navigate({ view: 'settings', section: 'diagnostics' }),
  releaseNotes: () => navigate({ view: 'guide', chapter: 'news' })
}
const nowhere = {
  newTask: undefined,
  openFile: undefined,
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
export function useShortcuts(
  onSearch: (how: 'open' | 'toggle') => void,
  onCheatSheet: () => void,
  onImportPresets: () => void,
  onLicences: () => void
): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      const isFree = document.querySelector('[role=dialog], [role=alertdialog]') === null
      takeShortcut('app', event, {
        search: () => onSearch('toggle'),
        ...(isFree ? places : nowhere),
        cheatSheet: isFree && !isWriting(event.target) ? onCheatSheet : undefined
      })
      if (!isFree || event.defaultPrevented) return
      takeShortcut('result', event, {
        saveAs: offeredDeed('saveAs'),
        copy: offeredDeed('copy'),
        showInFolder: offeredDeed('showInFolder')
      })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onSearch, onCheatSheet])

  useEffect(() => {
    const deeds = {
      ...places,
      search: () => onSearch('open'),
      cheatSheet: onCheatSheet,
      importPresets: onImportPresets,
      licences: onLicences,
      ...helpPlaces
    }
    return listen('app.menu', (name) => (isDeed(name) ? offeredDeed(name)?.() : deeds[name]()))
  }, [onSearch, onCheatSheet, onImportPresets, onLicences])
}

function isDeed(name: MenuName): name is Deed {
  return (deedNames as readonly string[]).includes(name)
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type=range]), textarea, [contenteditable]') !== null
}
