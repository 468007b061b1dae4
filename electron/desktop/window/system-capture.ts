import { systemPreferences } from 'electron'
import type { CapturePermissionRequester } from './media-permissions.ts'

/**
 * Asks the system whether Kiln may use a capture device. macOS asks the user once. Windows has a privacy switch. Linux always allows it.
 */
export const requestCapturePermission: CapturePermissionRequester = async (kind) => {
  if (process.platform === 'darwin') return systemPreferences.askForMediaAccess(kind)
  if (process.platform === 'win32') return systemPreferences.getMediaAccessStatus(kind) !== 'denied'
  return true
}
