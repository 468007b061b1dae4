import { basename, dirname, join } from 'node:path'
import { BrowserWindow, dialog } from 'electron'
import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import { z } from 'zod'
import { say } from '../../shared/words/say.ts'
import type { DialogsPort } from '../ipc/ports.ts'
import { mediaFilters } from './media-filters.ts'
import type { Section } from './settings-file.ts'

/** The folder that each dialog showed last: the system forgets it, and would begin at Downloads. Stored; do not rename. */
const foldersSchema = z.object({ media: z.string().optional(), save: z.string().optional(), table: z.string().optional() }).catch({})
type Folders = z.infer<typeof foldersSchema>

/** The system's own dialogs, over the window that has the focus. */
export function createDialogs(parts: {
  readonly section: Section<Folders>
  readonly downloadsFolder: string
  /** Files were taken from this folder, or are saved into it. */
  readonly noteFolder: (folder: string) => void
}): DialogsPort {
  const { section, downloadsFolder, noteFolder } = parts
  const folders = (): Folders => foldersSchema.parse(section.read())

  /** Begins at the folder of that kind that was used last, and remembers where the first of the chosen lies. */
  async function openFrom(kind: keyof Folders, options: OpenDialogOptions): Promise<readonly string[]> {
    const { filePaths } = await open({ defaultPath: folders()[kind] ?? downloadsFolder, ...options })
    const [first] = filePaths
    if (first !== undefined) section.write({ ...folders(), [kind]: dirname(first) })
    return filePaths
  }

  return {
    chooseMedia: async ({ rule, many, from }) => {
      const files = await openFrom('media', {
        title: many ? say('Choose files') : say('Choose a file'),
        filters: mediaFilters(rule),
        properties: many ? ['openFile', 'multiSelections'] : ['openFile'],
        ...(from !== undefined && { defaultPath: from })
      })
      for (const folder of new Set(files.map((file) => dirname(file)))) noteFolder(folder)
      return files
    },
    choosePresetsFile: async () => {
      const [first] = await openFrom('save', {
        title: say('Take in presets'),
        filters: [{ name: say('Presets'), extensions: ['json'] }],
        properties: ['openFile']
      })
      return first ?? null
    },
    chooseTable: async () => {
      const [first] = await openFrom('table', {
        title: say('Choose a table'),
        filters: [
          { name: say('Tables'), extensions: ['csv', 'CSV', 'tsv', 'TSV', 'txt', 'TXT'] },
          { name: say('All files'), extensions: ['*'] }
        ],
        properties: ['openFile']
      })
      return first ?? null
    },
    chooseAuthority: async () => {
      const { filePaths } = await open({
        title: say('Choose the certificate of an authority'),
        defaultPath: downloadsFolder,
        filters: [
          { name: say('Certificates'), extensions: ['pem', 'crt', 'cer', 'der'] },
          { name: say('All files'), extensions: ['*'] }
        ],
        properties: ['openFile']
      })
      return filePaths[0] ?? null
    },
    chooseFolderOfMedia: async () => {
      const [first] = await openFrom('media', {
        title: say('Choose a folder of files'),
        buttonLabel: say('Use its files'),
        properties: ['openDirectory']
      })
      if (first !== undefined) noteFolder(first)
      return first ?? null
    },
    chooseTarget: async ({ button }) => {
      const { filePaths } = await open({
        title: say('Choose a folder'),
        defaultPath: folders().save ?? downloadsFolder,
        buttonLabel: button,
        properties: ['openDirectory', 'createDirectory', 'promptToCreate']
      })
      const [first] = filePaths
      // What was chosen is the folder itself, not something in one.
      if (first === undefined) return null
      section.write({ ...folders(), save: first })
      noteFolder(first)
      return first
    },
    chooseFolder: async (current) => {
      const { filePaths } = await open({
        title: say('Choose the library folder'),
        defaultPath: current,
        buttonLabel: say('Use this folder'),
        properties: ['openDirectory', 'createDirectory', 'promptToCreate']
      })
      return filePaths[0] ?? null
    },
    chooseSavePath: async (source) => {
      const { filePath } = await save({
        title: say('Save as'),
        defaultPath: join(folders().save ?? downloadsFolder, basename(source)),
        properties: ['createDirectory', 'showOverwriteConfirmation']
      })
      if (filePath === '') return null
      section.write({ ...folders(), save: dirname(filePath) })
      noteFolder(dirname(filePath))
      return filePath
    }
  }
}

function open(options: OpenDialogOptions): ReturnType<typeof dialog.showOpenDialog> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  return window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options)
}

function save(options: SaveDialogOptions): ReturnType<typeof dialog.showSaveDialog> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  return window === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options)
}
