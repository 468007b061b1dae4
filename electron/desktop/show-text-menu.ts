import { BrowserWindow, Menu } from 'electron'
import type { WebContents } from 'electron'
import { textMenuTemplate } from './text-menu.ts'

/** A right press, Shift+F10 or the menu key on text opens the system's menu for it. Where the page has a menu of its own, nothing is heard here. */
export function showTextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, press) => {
    const template = textMenuTemplate(press, {
      onReplace: (word) => contents.replaceMisspelling(word),
      onLearn: (word) => void contents.session.addWordToSpellCheckerDictionary(word)
    })
    const window = BrowserWindow.fromWebContents(contents)
    if (template !== null && window !== null) Menu.buildFromTemplate(template).popup({ window, x: press.x, y: press.y })
  })
}
