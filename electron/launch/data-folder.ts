import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from '../../shared/i18n/say.ts'

const option = '--user-data-dir='

/** Returns the absolute path from the last `--user-data-dir=DIR` argument. Null if there's no such argument, or if it's empty. */
export function dataFolderFromArguments(words: readonly string[]): string | null {
  const given = words.findLast((word) => word.startsWith(option))?.slice(option.length)
  return given === undefined || given === '' ? null : resolve(given)
}

/**
 * The app's name when it runs from source, also used for its data folder. Such a copy therefore doesn't share an installed copy's journal,
 * lock and keychain entry.
 */
export const developmentApp = { name: 'Kiln Dev' } as const

/** Returns the data folder to use instead of Electron's default. Null if the default applies. */
export function dataFolderOverride(parts: {
  readonly arguments: readonly string[]
  readonly isPackaged: boolean
  readonly appDataFolder: string
}): string | null {
  return dataFolderFromArguments(parts.arguments) ?? (parts.isPackaged ? null : join(parts.appDataFolder, developmentApp.name))
}

/** Creates the data folder. Returns null if successful, otherwise a message for the user. */
export function makeDataFolder(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true })
    return null
  } catch {
    return say('Kiln can’t create its data folder {path}. Check your permissions for the folder that contains it, then open Kiln again.', {
      path
    })
  }
}
