import { useEffect } from 'react'
import { menuActionNames, type MenuActionName, type HelpActionName, type MenuItemName, type MenuCommand } from '../../shared/app/menu.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { request } from '../bridge/kiln.ts'
import { subscribeToMenuChoices, menuActionHandler } from '../shortcuts/menu-action-handlers.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { navigate } from '../navigation/route.ts'

type Destinations = Exclude<MenuCommand, 'search' | 'cheatSheet'>
const openFiles = (): void => void request('arrivals.browse')
const navigateTo: { readonly [Name in Destinations]: () => void } = {
  newTask: () => navigate({ view: 'gallery' }),
  openFile: openFiles,
  gallery: () => navigate({ view: 'gallery' }),
  queue: () => navigate({ view: 'queue', taskId: null }),
  library: () => navigate({ view: 'library' }),
  guide: () => navigate({ view: 'guide', chapter: null }),
  account: () => navigate({ view: 'account' }),
  settings: () => navigate({ view: 'settings' })
}
const navigateToHelp: { readonly [Name in Exclude<HelpActionName, 'licences'>]: () => void } = {
  connectionCheck: () => navigate({ view: 'settings', section: 'connection-check' }),
  diagnostics: () => navigate({ view: 'settings', section: 'diagnostics' }),
  releaseNotes: () => navigate({ view: 'guide', chapter: 'changelog' })
}
const navigateFromWelcome = { ...navigateTo, newTask: undefined, openFile: undefined, gallery: undefined } as const
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

export type AppShortcutOptions = {
  /** Opens or toggles the command palette. Null if the palette isn't available, as in the welcome view. */
  readonly onSearch: ((how: 'open' | 'toggle') => void) | null
  readonly onCheatSheet: () => void
  readonly onImportPresets: (() => void) | null
  readonly onLicences: () => void
  /** Null to open the connection check in the settings instead. */
  readonly onConnectionCheck: (() => void) | null
  /** True while the welcome view replaces the views that need an account. Shortcuts then open only the other views. */
  readonly isWelcome: boolean
}

/**
 * Handles global shortcuts and the app menu. An open dialog blocks everything except the command palette's shortcut. Pressing this shortcut
 * again closes the palette.
 */
export function useAppShortcuts({
  onSearch,
  onCheatSheet,
  onImportPresets,
  onLicences,
  onConnectionCheck,
  isWelcome
}: AppShortcutOptions): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      const isFree = !isDialogOpen()
      handleShortcut('app', event, {
        search: onSearch === null ? undefined : () => onSearch('toggle'),
        // The menu button handles this shortcut. The welcome view also has a menu button.
        menu: undefined,
        ...(isFree ? (isWelcome ? navigateFromWelcome : navigateTo) : nowhere),
        cheatSheet: isFree && !isWriting(event.target) ? onCheatSheet : undefined
      })
      if (!isFree || event.defaultPrevented) return
      handleShortcut('result', event, {
        saveAs: menuActionHandler('saveAs'),
        copy: menuActionHandler('copy'),
        showInFolder: menuActionHandler('showInFolder')
      })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onSearch, onCheatSheet, isWelcome])

  useEffect(() => {
    const actions = {
      ...(isWelcome ? navigateFromWelcome : navigateTo),
      search: () => onSearch?.('open'),
      cheatSheet: onCheatSheet,
      importPresets: onImportPresets,
      licences: onLicences,
      ...navigateToHelp,
      connectionCheck: onConnectionCheck ?? navigateToHelp.connectionCheck
    }
    return subscribeToMenuChoices((name) => {
      // A dialog blocks menu choices as well as keys. On macOS, a key that the page ignores beneath a dialog arrives again as a menu
      // choice.
      if (name !== 'search' && isDialogOpen()) return
      if (isMenuAction(name)) menuActionHandler(name)?.()
      else actions[name]?.()
    })
  }, [onSearch, onCheatSheet, onImportPresets, onLicences, onConnectionCheck, isWelcome])
}

function isMenuAction(name: MenuItemName): name is MenuActionName {
  return (menuActionNames as readonly string[]).includes(name)
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type=range]), textarea, [contenteditable]') !== null
}
