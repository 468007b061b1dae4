import { type Settings, settingsChangeSchema } from '../app/settings.ts'
import { request } from './request.ts'

export const settingsRequests = {
  'settings.get': request().returns<Settings>(),
  'settings.change': request(settingsChangeSchema).returns<Settings>(),
  'settings.chooseLibraryFolder': request().returns<Settings>(),
  'settings.showLibraryFolder': request()
}

export type SettingsEvents = {
  'settings.changed': Settings
  /** The dictionary of this language couldn't be downloaded. */
  'spelling.failed': string
}
