import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserWindow, clipboard, ClipboardItem, nativeImage, shell } from 'electron'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import { imageThreadPool } from '../../images/image-thread-pool.ts'
import type { ShellPort } from '../../ipc/ports.ts'
import { readLicences } from './read-licences.ts'
import { assertFolderWritable, saveFileCopy, saveText } from './save-file-copy.ts'

/** Performs the page's requests that need the operating system, such as using the clipboard. */
export const desktopShell: ShellPort = {
  showItemInFolder: async (path) => {
    await access(path).catch((cause: unknown) => {
      throw new UserFacingError(say('The file isn’t in the library folder any more.'), { cause })
    })
    shell.showItemInFolder(path)
  },
  openFolder: async (path) => {
    const trouble = await shell.openPath(path)
    if (trouble !== '')
      throw new UserFacingError(say('The folder can’t be opened.'), {
        advice: say('Check that {path} is still there and that you can open it.', { path }),
        cause: new Error(trouble)
      })
  },
  copyText: (text) => clipboard.writeText(text),
  copyImage: async (path) => {
    // PNG is the only clipboard image format that every program accepts.
    const png = await imageThreadPool.run('toPng', path).catch((cause: unknown) => {
      throw new UserFacingError(say('The image can’t be read.'), {
        advice: say('Check whether the file is still in the library folder.'),
        cause
      })
    })
    await clipboard.write([new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) })])
  },
  convertImage: (path, target) => imageThreadPool.run('convert', path, target),
  startDrag: (paths, picture) => {
    const [file = ''] = paths
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
    window?.webContents.startDrag({ file, files: [...paths], icon: nativeImage.createFromBuffer(Buffer.from(picture)) })
  },
  readLicences: () => readLicences(join(import.meta.dirname, '..', 'THIRD-PARTY-NOTICES.txt')),
  saveCopy: saveFileCopy,
  saveText,
  checkFolder: assertFolderWritable
}
