import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ElectronStore from 'electron-store'
import { z } from 'zod'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'

/** Keys in `settings.json`. Don't rename them. */
type SectionName = 'settings' | 'connections' | 'keys' | 'folders' | 'notices' | 'untold' | 'recent' | 'recent-folders'

/**
 * A top-level key of `settings.json`. `read` reads from disk each time and returns a value that isn't validated. `write` returns once the
 * value is on disk.
 */
export type SettingsFileSection<T> = { readonly read: () => unknown; readonly write: (value: T) => void }

export type SettingsFile = { readonly section: <T>(name: SectionName) => SettingsFileSection<T> }

/** Thrown if `settings.json` exists but isn't a JSON object. */
export class CorruptSettingsError extends UserFacingError {}

/**
 * Opens `settings.json` in the data folder, readable by its owner only. The file holds settings, connections and the API key's ciphertext.
 *
 * @throws CorruptSettingsError if the file isn't a JSON object. The file is left unchanged.
 */
export function openSettingsFile(dataDir: string): SettingsFile {
  const store = openStore(dataDir)
  return {
    section: (name) => ({
      read: () => store.get(name),
      write: (value) => {
        try {
          store.set(name, value)
        } catch (cause) {
          throw new UserFacingError(say('Kiln can’t save its settings.'), {
            advice: say('Check the free space and the permissions of {dataDir}, then try again.', { dataDir }),
            cause
          })
        }
      }
    })
  }
}

/** Throws if the file isn't a JSON object. electron-store would treat other JSON as empty settings and overwrite it. */
function refuseOtherThanObject(path: string): void {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    // The file is missing or unreadable. The store reports an unreadable file.
    return
  }
  z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}

function openStore(dataDir: string): ElectronStore {
  try {
    refuseOtherThanObject(join(dataDir, 'settings.json'))
    const options = {
      cwd: dataDir,
      name: 'settings',
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false
    }
    return new ElectronStore(options)
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause
    throw new CorruptSettingsError(say('Kiln can’t read its settings file.'), {
      advice: say('settings.json in {dataDir} is damaged. It wasn’t changed. Fix it or move it, then restart Kiln.', {
        dataDir
      }),
      cause
    })
  }
}
