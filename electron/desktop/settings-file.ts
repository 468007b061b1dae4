import ElectronStore from 'electron-store'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'

/** Stored; do not rename. */
type SectionName = 'settings' | 'connections' | 'keys' | 'folders' | 'notices' | 'untold' | 'recent' | 'recent-folders'

/** A part of the file. `read` reads the disk each time; `write` is on disk when it returns. What is read is unknown until it was parsed. */
export type Section<T> = { readonly read: () => unknown; readonly write: (value: T) => void }

export type SettingsFile = { readonly section: <T>(name: SectionName) => Section<T> }

/**
 * `settings.json` in the data folder, readable by its owner only. Settings, connections and the key's ciphertext; never the key.
 *
 * @throws PlainProblem when the file is not JSON; it is left as it is.
 */
export function openSettingsFile(dataDir: string): SettingsFile {
  const store = openStore(dataDir)
  return {
    section: (name) => ({ read: () => store.get(name), write: (value) => store.set(name, value) })
  }
}

function openStore(dataDir: string): ElectronStore {
  try {
    const options = {
      cwd: dataDir,
      name: 'settings',
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false
    }
    return new ElectronStore(options)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new PlainProblem(say('Kiln can’t read its settings file.'), {
      advice: say('settings.json in {dataDir} is damaged. It was left as it is; mend it or move it away, then start Kiln again.', {
        dataDir
      }),
      cause
    })
  }
}
