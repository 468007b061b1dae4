import { systemPreferences } from 'electron'
import type { AskSystem } from './capture-gate.ts'

/** macOS asks the person once and remembers; Windows only has its privacy switch; Linux has nothing of the kind. */
export const askSystemForCapture: AskSystem = async (kind) => {
  if (process.platform === 'darwin') return systemPreferences.askForMediaAccess(kind)
  if (process.platform === 'win32') return systemPreferences.getMediaAccessStatus(kind) !== 'denied'
  return true
}
