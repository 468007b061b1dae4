import { tmpdir } from 'node:os'
import type { SettingsFile } from '../../electron/desktop/settings-file.ts'

/**
 * The app's own settings file, in plain Node. The store behind it asks the `electron` package where its binary is; any folder will do, as
 * nothing of it is ever run.
 */
export async function openSettingsFileInNode(dataDir: string): Promise<SettingsFile> {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= tmpdir()
  const { openSettingsFile } = await import('../../electron/desktop/settings-file.ts')
  return openSettingsFile(dataDir)
}
