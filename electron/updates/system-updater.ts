import { AppImageUpdater, type AppUpdater, CancellationToken, MacUpdater, NsisUpdater, type UpdateInfo } from 'electron-updater'
import type { DispatcherResolver } from '../service/http-client.ts'
import type { AvailableUpdate } from '../../shared/app/update.ts'
import { UpdateHttpExecutor } from './update-http-executor.ts'
import type { Updater } from './update-controller.ts'

/**
 * Actions that close and quit Kiln for an update. `close` releases the data folder and must finish first. On Windows, the installer kills
 * Kiln one second after the installer starts. On Linux, the new version would otherwise find the data folder in use.
 */
export type QuitActions = { readonly close: () => Promise<void>; readonly quit: () => void }

/** Release notes are untrusted, so their length is limited. */
const mostNoteCharacters = 20_000

/** Returns the electron-updater instance for a platform. */
export function createPlatformUpdater(platform: NodeJS.Platform): AppUpdater {
  if (platform === 'darwin') return new MacUpdater()
  return platform === 'win32' ? new NsisUpdater() : new AppImageUpdater()
}

/**
 * Wraps electron-updater. The returned updater never checks or downloads automatically, and never downgrades. Requests don't identify the
 * computer, and use Kiln's network route.
 */
export function createUpdater(
  updater: AppUpdater,
  dispatcherFor: DispatcherResolver,
  quitActions: QuitActions,
  onTrouble: (error: unknown) => void
): Updater {
  let isRestarting = false
  // All parts of electron-updater send their requests through `httpExecutor`. Nothing is requested before the first check.
  Object.assign(updater, { httpExecutor: new UpdateHttpExecutor(dispatcherFor) })
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.disableWebInstaller = true
  updater.logger = null
  // Without this header, electron-updater would send a unique ID of this computer for staged rollouts.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  updater.isUserWithinRollout = () => true
  // The promises already report errors. Without a listener, the `error` event would be an uncaught exception.
  updater.on('error', onTrouble)

  return {
    check: async (channel) => {
      updater.channel = channel === 'beta' ? 'beta' : 'latest'
      updater.allowPrerelease = channel === 'beta'
      // electron-updater allows downgrades when a channel is set.
      updater.allowDowngrade = false
      const found = await updater.checkForUpdates()
      if (found === null) throw new Error('electron-updater is not active.')
      return found.isUpdateAvailable ? availableUpdateOf(found.updateInfo) : null
    },
    download: async (onShare, signal) => {
      const token = new CancellationToken()
      const cancel = (): void => token.cancel()
      const progress = ({ percent }: { readonly percent: number }): void => onShare(Math.min(1, Math.max(0, percent / 100)))
      signal.addEventListener('abort', cancel, { once: true })
      updater.on('download-progress', progress)
      try {
        await updater.downloadUpdate(token)
      } finally {
        signal.removeEventListener('abort', cancel)
        updater.off('download-progress', progress)
      }
    },
    restart: () => {
      // Squirrel on macOS waits until Kiln has quit.
      if (updater instanceof MacUpdater) return updater.quitAndInstall()
      if (isRestarting) return
      isRestarting = true
      void quitActions.close().then(() => {
        updater.quitAndInstall(true, true)
        // `quitAndInstall` doesn't quit if the installer couldn't start. Everything is closed by now, so Kiln quits anyway.
        quitActions.quit()
      })
    }
  }
}

function availableUpdateOf({ version, releaseNotes }: UpdateInfo): AvailableUpdate {
  const text = Array.isArray(releaseNotes) ? releaseNotes.map(({ note }) => note ?? '').join('\n\n') : (releaseNotes ?? '')
  const notes = releaseNotesAsText(text)
  return { version, notes: notes === '' ? null : notes }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * Converts release notes to plain text. GitHub returns HTML, and a folder on a web server returns the changelog's Markdown. The result must
 * be shown as text, not as HTML.
 */
export function releaseNotesAsText(notes: string): string {
  return notes
    .slice(0, mostNoteCharacters)
    .replace(/<li[^>]*>/gi, '\n- ')
    .replace(/<(br|\/p|\/h[1-6]|\/ul|\/ol|\/div)[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/^#{1,6} +/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
