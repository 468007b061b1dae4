import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '../../shared/i18n/say.ts'
import { CorruptSettingsError } from './settings-file.ts'

export type SettingsRecoveryDialog = {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly cancelId: number
}

/**
 * Calls `open`. If the settings file is damaged, the user can start with new settings. The damaged file is kept under another name.
 *
 * @throws every other error from `open`, and `CorruptSettingsError` if the user chooses to quit.
 */
export async function openOrResetSettings<T>(parts: {
  readonly open: () => T
  readonly setAside: () => Promise<string>
  /** Shows the question. Resolves to the index of the pressed button. */
  readonly ask: (question: SettingsRecoveryDialog) => Promise<number>
  readonly showFolder: () => void
  readonly onSetAside: (path: string) => void
}): Promise<T> {
  for (;;) {
    try {
      return parts.open()
    } catch (error) {
      if (!(error instanceof CorruptSettingsError)) throw error
      const pressed = await parts.ask({
        message: error.message,
        detail: say(
          'Your tasks and results are safe. With new settings, you need to enter your API key and daily limit again. The damaged file is kept.'
        ),
        buttons: [say('Use new settings'), say('Show folder'), say('Quit')],
        cancelId: 2
      })
      if (pressed === 0) parts.onSetAside(await parts.setAside())
      else if (pressed === 1) parts.showFolder()
      else throw error
    }
  }
}

/** Renames the damaged settings file and returns its new path. */
export async function quarantineSettings(dataDir: string, now: number): Promise<string> {
  const path = join(dataDir, `settings-damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.json`)
  await rename(join(dataDir, 'settings.json'), path)
  return path
}
