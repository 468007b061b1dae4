import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserWindow, clipboard, ClipboardItem, nativeImage, shell } from 'electron'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { ShellPort } from '../ipc/ports.ts'
import { readLicences } from './read-licences.ts'
import { checkFolder, saveCopy, saveText } from './save-copy.ts'

/** What the page may do outside itself, through the system. */
export const desktopShell: ShellPort = {
  showItemInFolder: async (path) => {
    await access(path).catch((cause: unknown) => {
      throw new PlainProblem(say('The file is not in the library folder any more.'), { cause })
    })
    shell.showItemInFolder(path)
  },
  openFolder: async (path) => {
    const trouble = await shell.openPath(path)
    if (trouble !== '')
      throw new PlainProblem(say('The folder can’t be opened.'), { advice: say('It is {path}.', { path }), cause: new Error(trouble) })
  },
  copyText: (text) => clipboard.writeText(text),
  copyPicture: async (path) => {
    const { default: sharp } = await import('sharp')
    // The clipboard's one picture format that every program takes.
    const png = await sharp(path)
      .png()
      .toBuffer()
      .catch((cause: unknown) => {
        throw new PlainProblem(say('The picture can’t be read.'), {
          advice: say('Look whether the file is still in the library folder.'),
          cause
        })
      })
    await clipboard.write([new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) })])
  },
  startDrag: (paths, picture) => {
    const [file = ''] = paths
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
    window?.webContents.startDrag({ file, files: [...paths], icon: nativeImage.createFromBuffer(Buffer.from(picture)) })
  },
  readLicences: () => readLicences(join(import.meta.dirname, '..', 'THIRD-PARTY-NOTICES.txt')),
  saveCopy,
  saveText,
  checkFolder
}
