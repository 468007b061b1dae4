import type { Shortcut, ShortcutName } from './shortcuts.ts'
import { shortcuts } from './shortcuts.ts'
import { word } from '../i18n/say.ts'

/** Result actions without an entry in `shortcuts.result`. */
const moreResultActions = {
  previous: word('Previous'),
  next: word('Next'),
  slideShow: word('Slide show'),
  remix: word('Remix'),
  useAsInput: word('Use as input for…'),
  compare: word('Compare'),
  copyPrompt: word('Copy prompt'),
  showTask: word('Show in queue'),
  trash: word('Move to trash'),
  untrash: word('Restore from trash')
} as const

/** Task actions in the app menu and the task's context menu. */
const taskActions = {
  open: word('Open'),
  chooseFaces: word('Choose faces'),
  checkAgain: word('Check again'),
  sendAgain: word('Edit and resend'),
  cancel: word('Cancel task'),
  copySupportBundle: word('Copy support bundle'),
  hide: word('Hide'),
  unhide: word('Unhide')
} as const

/** Items of the Help menu. */
const helpActions = {
  connectionCheck: word('Connection check'),
  diagnostics: word('Diagnostics'),
  releaseNotes: word('Release notes'),
  licences: word('Licences')
} as const

export type TaskActionName = keyof typeof taskActions
export type ResultActionName = ShortcutName<'result'> | keyof typeof moreResultActions
/** An action on the selection in the current view. */
export type MenuActionName = ResultActionName | TaskActionName
export type HelpActionName = keyof typeof helpActions
/** Menu items from top to bottom. `line` is a separator. Separators with nothing to separate aren't shown. */
export type MenuLayout<Name extends MenuActionName = MenuActionName> = readonly (Name | 'line')[]

/** All actions on one result. The app menu and the context menus use this list. */
export const resultMenu: MenuLayout<ResultActionName> = [
  'previous',
  'next',
  'slideShow',
  'line',
  'remix',
  'useAsInput',
  'compare',
  'line',
  'saveAs',
  'copy',
  'copyPrompt',
  'showInFolder',
  'showTask',
  'line',
  'trash',
  'untrash'
]
/** Items that a result's own context menu omits: navigation, and actions on deleted results. */
const elsewhere: ReadonlySet<MenuActionName | 'line'> = new Set(['previous', 'next', 'slideShow', 'untrash'])
export const resultContextMenu: MenuLayout<ResultActionName> = resultMenu.filter((name) => !elsewhere.has(name))

export const taskActionNames = Object.keys(taskActions) as readonly TaskActionName[]
export const helpActionNames = Object.keys(helpActions) as readonly HelpActionName[]
const resultActionNames = resultMenu.filter((name) => name !== 'line')
export const menuActionNames: readonly MenuActionName[] = [...resultActionNames, ...taskActionNames]

/** Commands that work in every view, except the shortcut that opens the menu. */
export type MenuCommand = Exclude<ShortcutName<'app'>, 'menu'>

/** Commands that also work without an account, because their views show local data. */
export const commandsWithoutAccount: ReadonlySet<MenuCommand> = new Set(['cheatSheet', 'guide', 'queue', 'library', 'account', 'settings'])

/** All app menu items that the page handles. */
export type MenuItemName = MenuCommand | 'importPresets' | HelpActionName | MenuActionName

const words: Readonly<Record<Exclude<MenuActionName, ShortcutName<'result'>>, string>> = { ...moreResultActions, ...taskActions }

/** Returns the English source text of an action. Translate it before display. */
export function menuActionText(name: MenuActionName): string {
  return hasOwnKey(name) ? shortcuts.result[name].does : words[name]
}

/** Returns the English source text of a Help menu item. Translate it before display. */
export function helpActionText(name: HelpActionName): string {
  return helpActions[name]
}

/** Returns the shortcut of an action. Undefined if the action doesn't have one. */
export function menuActionShortcut(name: MenuActionName): Shortcut | undefined {
  if (hasOwnKey(name)) return shortcuts.result[name]
  return name === 'trash' ? shortcuts.library.trash : undefined
}

function hasOwnKey(name: MenuActionName): name is ShortcutName<'result'> {
  return Object.hasOwn(shortcuts.result, name)
}
