import { AppImageUpdater, type AppUpdater, CancellationToken, MacUpdater, NsisUpdater, type UpdateInfo } from 'electron-updater'
import type { DispatcherFor } from '../api/http-client.ts'
import type { UpdateNews } from '../../shared/update.ts'
import { UpdateNetwork } from './update-network.ts'
import type { Updater } from './updates.ts'

/** Release notes come from outside: no more of them than a person reads. */
const mostNoteCharacters = 20_000

/** electron-updater's part for a system. */
export function openAppUpdater(platform: NodeJS.Platform): AppUpdater {
  if (platform === 'darwin') return new MacUpdater()
  return platform === 'win32' ? new NsisUpdater() : new AppImageUpdater()
}

/**
 * electron-updater behind our words: it does nothing unasked, goes to no older version, sends nothing that tells one computer from another, and
 * takes the way to the network that Kiln takes.
 */
export function createUpdater(updater: AppUpdater, dispatcherFor: DispatcherFor, onTrouble: (error: unknown) => void): Updater {
  // All its parts ask through this; nothing is asked before the first check.
  Object.assign(updater, { httpExecutor: new UpdateNetwork(dispatcherFor) })
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.disableWebInstaller = true
  updater.logger = null
  // It would send a number of its own for each computer, for versions that go to a part of all first.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  updater.isUserWithinRollout = () => true
  // Each promise rejects besides; without a listener the event would be an exception of its own.
  updater.on('error', onTrouble)

  return {
    check: async (channel) => {
      updater.channel = channel === 'beta' ? 'beta' : 'latest'
      updater.allowPrerelease = channel === 'beta'
      // Setting a channel allows it.
      updater.allowDowngrade = false
      const found = await updater.checkForUpdates()
      if (found === null) throw new Error('electron-updater is not active.')
      return found.isUpdateAvailable ? newsOf(found.updateInfo) : null
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
    restart: () => updater.quitAndInstall(true, true)
  }
}

function newsOf({ version, releaseNotes }: UpdateInfo): UpdateNews {
  const text = Array.isArray(releaseNotes) ? releaseNotes.map(({ note }) => note ?? '').join('\n\n') : (releaseNotes ?? '')
  const notes = plainNotes(text)
  return { version, notes: notes === '' ? null : notes }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Release notes as text: GitHub gives HTML, a folder on a web server what stood in the changelog. Only ever shown as text. */
export function plainNotes(notes: string): string {
  return notes
    .slice(0, mostNoteCharacters)
    .replace(/<li[^>]*>/gi, '\n- ')
    .replace(/<(br|\/p|\/h[1-6]|\/ul|\/ol|\/div)[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
