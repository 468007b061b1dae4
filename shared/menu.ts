import { shortcuts, type ShortcutName } from './shortcuts.ts'
import { word } from './words/say.ts'

/** What is done with a task from the menu and its context menu. */
export const taskDeeds = {
  lookAgain: word('Look again'),
  sendAgain: word('Change and send again'),
  takeBack: word('Take back'),
  copySupportBundle: word('Copy support bundle'),
  hide: word('Hide')
} as const

export type TaskDeed = keyof typeof taskDeeds
export type ResultDeed = ShortcutName<'result'>
/** Something that can be done with what is chosen in the view at hand. */
export type Deed = ResultDeed | TaskDeed

export const resultDeedNames = Object.keys(shortcuts.result) as readonly ResultDeed[]
export const taskDeedNames = Object.keys(taskDeeds) as readonly TaskDeed[]
export const deedNames: readonly Deed[] = [...resultDeedNames, ...taskDeedNames]

/** Everything in the menu of the app that the page does. */
export type MenuName = ShortcutName<'app'> | 'importPresets' | Deed

/** In English; to be said. */
export function deedWords(name: Deed): string {
  return isTaskDeed(name) ? taskDeeds[name] : shortcuts.result[name].does
}

function isTaskDeed(name: Deed): name is TaskDeed {
  return Object.hasOwn(taskDeeds, name)
}
