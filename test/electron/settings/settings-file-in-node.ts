import { tmpdir } from 'node:os'
import type { SettingsFile } from '../../../electron/settings/settings-file.ts'

/**
 * Opens the app's own settings file in plain Node. The underlying store loads the `electron` package, which requires the path of Electron's
 * executable. An existing folder is enough for this, because the executable is never run.
 */
export async function openSettingsFileInNode(dataDir: string): Promise<SettingsFile> {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= tmpdir()
  const { openSettingsFile } = await import('../../../electron/settings/settings-file.ts')
  return openSettingsFile(dataDir)
}
