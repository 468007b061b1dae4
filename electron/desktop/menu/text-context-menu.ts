import { BrowserWindow, Menu } from 'electron'
import type { WebContents } from 'electron'
import { textContextMenuTemplate } from './text-context-menu-template.ts'

/**
 * Opens the native text menu on right-click, Shift+F10 or the menu key. Electron doesn't send a `context-menu` event if the page shows its
 * own menu.
 */
export function enableTextContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, press) => {
    const template = textContextMenuTemplate(press, {
      onReplace: (word) => contents.replaceMisspelling(word),
      onLearn: (word) => void contents.session.addWordToSpellCheckerDictionary(word)
    })
    const window = BrowserWindow.fromWebContents(contents)
    if (template !== null && window !== null) Menu.buildFromTemplate(template).popup({ window, x: press.x, y: press.y })
  })
}
