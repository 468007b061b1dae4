import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type Electron from 'electron'
import { throwOnMissingMembers } from '../not-implemented.ts'
import type { Desktop } from './desktop.ts'

type Built = Pick<Electron.Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>

/**
 * Creates the `dialog` module. Without a desktop, file dialogs reject, so tests replace their functions through `electronApp.evaluate`.
 * Message boxes are printed and dismissed, as if with Escape.
 */
export function createDialog(desktop: Desktop | null): Electron.Dialog {
  const built = {
    showOpenDialog: async (...values: readonly unknown[]) => {
      if (desktop === null) throw unanswered('showOpenDialog')
      const options = optionsOf<Electron.OpenDialogOptions>(values)
      if (options.properties?.includes('openDirectory')) {
        console.error('stand-in: the folder dialog is not implemented. It exists only in real Electron.')
        return { canceled: true, filePaths: [] }
      }
      const filePaths = await desktop.chooseFiles(options)
      return { canceled: filePaths.length === 0, filePaths }
    },
    showSaveDialog: async (...values: readonly unknown[]) => {
      if (desktop === null) throw unanswered('showSaveDialog')
      const { defaultPath } = optionsOf<Electron.SaveDialogOptions>(values)
      if (defaultPath === undefined) return { canceled: true, filePath: '' }
      const filePath = untaken(defaultPath)
      console.error(`stand-in: the save dialog is not implemented. The file is saved as ${filePath}`)
      return { canceled: false, filePath }
    },
    showMessageBox: async (...values: readonly unknown[]) => {
      const { message, detail = '', buttons = [], cancelId } = optionsOf<Electron.MessageBoxOptions>(values)
      console.error(`${message}\n${detail}`)
      const cancelling = buttons.findIndex((label) => /^(cancel|no)$/i.test(label))
      return { response: cancelId ?? Math.max(cancelling, 0), checkboxChecked: false }
    },
    showErrorBox: (title, content) => console.error(`${title}\n${content}`)
  } satisfies Built
  return throwOnMissingMembers<Electron.Dialog>('dialog', built)
}

function unanswered(name: string): Error {
  return new Error(`stand-in: dialog.${name} isn’t stubbed. Replace it with electronApp.evaluate`)
}

/** Returns the dialog options, which are the last argument. A window may precede them. */
function optionsOf<Options>(values: readonly unknown[]): Options {
  return values.at(-1) as Options
}

function untaken(path: string): string {
  const { dir, name, ext } = parse(path)
  let free = path
  for (let count = 2; existsSync(free); count++) free = join(dir, `${name} (${count})${ext}`)
  return free
}
