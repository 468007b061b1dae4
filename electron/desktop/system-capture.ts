import { systemPreferences } from 'electron'
import type { AskSystemPermission } from './media-permissions.ts'

/** macOS asks the user once and remembers the answer. Windows only has its privacy switch. Linux has neither. */
export const askSystemForCapture: AskSystemPermission = async (kind) => {
  if (process.platform === 'darwin') return systemPreferences.askForMediaAccess(kind)
  if (process.platform === 'win32') return systemPreferences.getMediaAccessStatus(kind) !== 'denied'
  return true
}
