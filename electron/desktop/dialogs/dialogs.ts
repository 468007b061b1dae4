import { basename, dirname, join } from 'node:path'
import { BrowserWindow, dialog } from 'electron'
import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import { z } from 'zod'
import { say } from '../../../shared/i18n/say.ts'
import type { DialogsPort } from '../../ipc/ports.ts'
import { mediaFileFilters } from './media-file-filters.ts'
import type { SettingsFileSection } from '../../settings/settings-file.ts'

/** The folder last used in each kind of dialog. Stored because the system doesn't remember it for each kind. Don't rename the fields. */
const foldersSchema = z.object({ media: z.string().optional(), save: z.string().optional(), table: z.string().optional() }).catch({})
type Folders = z.infer<typeof foldersSchema>

/** Creates functions that show the system's file dialogs over the focused window. */
export function createDialogs(parts: {
  readonly section: SettingsFileSection<Folders>
  readonly downloadsFolder: string
  /** Called with a folder that files were opened from or saved to. */
  readonly noteFolder: (folder: string) => void
}): DialogsPort {
  const { section, downloadsFolder, noteFolder } = parts
  const folders = (): Folders => foldersSchema.parse(section.read())

  /** Opens a dialog in the folder last used for `kind`. Then stores the first chosen file's folder. */
  async function openFrom(kind: keyof Folders, options: Titled<OpenDialogOptions>): Promise<readonly string[]> {
    const { filePaths } = await open({ defaultPath: folders()[kind] ?? downloadsFolder, ...options })
    const [first] = filePaths
    if (first !== undefined) section.write({ ...folders(), [kind]: dirname(first) })
    return filePaths
  }

  return {
    chooseMedia: async ({ rule, many, from }) => {
      const files = await openFrom('media', {
        title: many ? say('Choose files') : say('Choose a file'),
        filters: mediaFileFilters(rule),
        properties: many ? ['openFile', 'multiSelections'] : ['openFile'],
        ...(from !== undefined && { defaultPath: from })
      })
      for (const folder of new Set(files.map((file) => dirname(file)))) noteFolder(folder)
      return files
    },
    choosePresetsFile: async () => {
      const [first] = await openFrom('save', {
        title: say('Import presets'),
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
    chooseCertificateFile: async () => {
      const { filePaths } = await open({
        title: say('Choose a CA certificate'),
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
        title: say('Choose a folder with files'),
        buttonLabel: say('Use this folder'),
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
      // `openFrom` can't be used, because it would store the parent of the chosen folder.
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

/** Dialog options with a title. `open` and `save` also pass the title as `message`, because macOS shows only the message. */
type Titled<Options> = Options & { readonly title: string }

function open(options: Titled<OpenDialogOptions>): ReturnType<typeof dialog.showOpenDialog> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const shown = { ...options, message: options.title }
  return window === undefined ? dialog.showOpenDialog(shown) : dialog.showOpenDialog(window, shown)
}

function save(options: Titled<SaveDialogOptions>): ReturnType<typeof dialog.showSaveDialog> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const shown = { ...options, message: options.title }
  return window === undefined ? dialog.showSaveDialog(shown) : dialog.showSaveDialog(window, shown)
}
