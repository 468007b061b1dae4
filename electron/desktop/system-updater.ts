import { AppImageUpdater, type AppUpdater, CancellationToken, MacUpdater, NsisUpdater, type UpdateInfo } from 'electron-updater'
import type { DispatcherFor } from '../api/http-client.ts'
import type { AvailableUpdate } from '../../shared/update.ts'
import { UpdateNetwork } from './update-network.ts'
import type { Updater } from './updates.ts'

/**
 * Closes and quits Kiln for an update. On Windows, the installer kills Kiln a second after the installer starts. On Linux, the new version
 * would find the data folder in use. Everything is therefore closed first.
 */
export type QuitActions = { readonly close: () => Promise<void>; readonly quit: () => void }

/** Release notes come from outside, so their length is limited. */
const mostNoteCharacters = 20_000

/** The electron-updater class for a platform. */
export function openAppUpdater(platform: NodeJS.Platform): AppUpdater {
  if (platform === 'darwin') return new MacUpdater()
  return platform === 'win32' ? new NsisUpdater() : new AppImageUpdater()
}

/**
 * Wraps electron-updater. It never checks or downloads unasked, and never downgrades. It sends nothing that identifies a computer, and uses
 * Kiln's network route.
 */
export function createUpdater(
  updater: AppUpdater,
  dispatcherFor: DispatcherFor,
  quitActions: QuitActions,
  onTrouble: (error: unknown) => void
): Updater {
  let isRestarting = false
  // All parts of electron-updater send their requests through `httpExecutor`. Nothing is requested before the first check.
  Object.assign(updater, { httpExecutor: new UpdateNetwork(dispatcherFor) })
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.disableWebInstaller = true
  updater.logger = null
  // Without this header, electron-updater would send an ID of this computer, used for staged rollouts.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  updater.isUserWithinRollout = () => true
  // The promises reject as well. Without a listener, the event would be an uncaught exception.
  updater.on('error', onTrouble)

  return {
    check: async (channel) => {
      updater.channel = channel === 'beta' ? 'beta' : 'latest'
      updater.allowPrerelease = channel === 'beta'
      // Setting a channel turns downgrades on.
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
        // `quitAndInstall` doesn't quit if the installer couldn't start. Everything is closed by now, so quit anyway.
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
 * Converts release notes to plain text. GitHub returns HTML, and a folder on a web server returns the changelog's Markdown. The result is
 * only ever shown as text.
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
