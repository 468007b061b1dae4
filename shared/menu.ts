import type { Shortcut, ShortcutName } from './shortcuts.ts'
import { shortcuts } from './shortcuts.ts'
import { word } from './words/say.ts'

/** What is done with a result besides what has a key of its own in every view. */
const moreResultDeeds = {
  previous: word('Previous'),
  next: word('Next'),
  slideShow: word('Slide show'),
  remix: word('Remix'),
  useAsInput: word('Use as input of…'),
  compare: word('Compare'),
  copyPrompt: word('Copy the prompt'),
  showTask: word('Show its task in the queue'),
  trash: word('Move to the trash'),
  untrash: word('Bring back from the trash')
} as const

/** What is done with a task from the menu and its context menu. */
const taskDeeds = {
  open: word('Open'),
  chooseFaces: word('Choose faces'),
  lookAgain: word('Look again'),
  sendAgain: word('Change and send again'),
  takeBack: word('Take back'),
  copySupportBundle: word('Copy support bundle'),
  hide: word('Hide')
} as const

/** What a person looks for under Help. */
const helpDeeds = {
  connectionCheck: word('Connection check'),
  diagnostics: word('Diagnostics'),
  releaseNotes: word('Release notes'),
  licences: word('Licences')
} as const

export type TaskDeed = keyof typeof taskDeeds
export type ResultDeed = ShortcutName<'result'> | keyof typeof moreResultDeeds
/** Something that can be done with what is chosen in the view at hand. */
export type Deed = ResultDeed | TaskDeed
export type HelpDeed = keyof typeof helpDeeds
/** A menu from above to below; lines with nothing to part are left out. */
export type MenuOrder<Name extends Deed = Deed> = readonly (Name | 'line')[]

/** Everything that is done with one result; the menu of the app and the context menus take it from here. */
export const resultMenu: MenuOrder<ResultDeed> = [
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
/** Over the result itself: how one goes on from it, and what is gone, is not meant there. */
const elsewhere: ReadonlySet<Deed | 'line'> = new Set(['previous', 'next', 'slideShow', 'untrash'])
export const resultContextMenu: MenuOrder<ResultDeed> = resultMenu.filter((name) => !elsewhere.has(name))

export const taskDeedNames = Object.keys(taskDeeds) as readonly TaskDeed[]
export const helpDeedNames = Object.keys(helpDeeds) as readonly HelpDeed[]
const resultDeedNames = resultMenu.filter((name) => name !== 'line')
export const deedNames: readonly Deed[] = [...resultDeedNames, ...taskDeedNames]

/** Everything in the menu of the app that the page does. */
export type MenuName = ShortcutName<'app'> | 'importPresets' | HelpDeed | Deed

const words: Readonly<Record<Exclude<Deed, ShortcutName<'result'>>, string>> = { ...moreResultDeeds, ...taskDeeds }

/** In English; to be said. */
export function deedWords(name: Deed): string {
  return hasOwnKey(name) ? shortcuts.result[name].does : words[name]
}

/** In English; to be said. */
export function helpWords(name: HelpDeed): string {
  return helpDeeds[name]
}

/** The key that does it in every view where it can be done; undefined: there is none. */
export function deedShortcut(name: Deed): Shortcut | undefined {
  if (hasOwnKey(name)) return shortcuts.result[name]
  return name === 'trash' ? shortcuts.library.trash : undefined
}

function hasOwnKey(name: Deed): name is ShortcutName<'result'> {
  return Object.hasOwn(shortcuts.result, name)
}
