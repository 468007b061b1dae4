import { type Settings, settingsChangeSchema } from '../app/settings.ts'
import { declareRequest } from './request.ts'

export const settingsRequests = {
  'settings.get': declareRequest().returns<Settings>(),
  'settings.change': declareRequest(settingsChangeSchema).returns<Settings>(),
  'settings.chooseLibraryFolder': declareRequest().returns<Settings>(),
  'settings.showLibraryFolder': declareRequest()
}

export type SettingsEvents = {
  'settings.changed': Settings
  /** The dictionary of this language couldn't be downloaded. */
  'spelling.failed': string
}
