import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from '../../shared/i18n/say.ts'

const option = '--user-data-dir='

/** Absolute path of the folder that `--user-data-dir=DIR` names. Null if the option isn't given. The last occurrence applies. */
export function dataFolderFromArguments(words: readonly string[]): string | null {
  const given = words.findLast((word) => word.startsWith(option))?.slice(option.length)
  return given === undefined || given === '' ? null : resolve(given)
}

/**
 * Name of the app when it is run from source. Its data folder has the same name. An installed copy's journal, lock and keychain entry are
 * therefore not shared.
 */
export const developmentApp = { name: 'Kiln Dev' } as const

/** Returns the data folder to use instead of Electron's default. Null if the default applies. */
export function dataFolderFor(parts: {
  readonly arguments: readonly string[]
  readonly isPackaged: boolean
  readonly appDataFolder: string
}): string | null {
  return dataFolderFromArguments(parts.arguments) ?? (parts.isPackaged ? null : join(parts.appDataFolder, developmentApp.name))
}

/** Creates the folder. Returns a message for the user if Kiln can't use it, otherwise null. */
export function makeDataFolder(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true })
    return null
  } catch {
    return say('Kiln can’t create its data folder {path}. Start Kiln with a folder it can write to.', { path })
  }
}
