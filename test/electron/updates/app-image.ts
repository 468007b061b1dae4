import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater'

/**
 * Creates electron-updater's AppImage updater with a fake app. `folder`: folder for configuration, data and cache. `url`: URL of the update
 * server. `quit`: simulates that the app quits with `exitCode`.
 */
export async function createAppImageUpdater(
  folder: string,
  url: string
): Promise<{ readonly updater: AppImageUpdater; readonly quit: (exitCode: number) => void }> {
  const config = join(folder, 'app-update.yml')
  await writeFile(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: kiln-updater\n`)
  let atQuit: ((exitCode: number) => void) | null = null
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'Kiln',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(folder, 'data'),
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (handler: (exitCode: number) => void) => {
      atQuit = handler
    }
  })
  return { updater, quit: (exitCode) => atQuit?.(exitCode) }
}
