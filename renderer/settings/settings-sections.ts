import { word } from '../../shared/i18n/say.ts'
import type { SettingsSection } from '../navigation/route.ts'
import type { IconName } from '../ui/icon.tsx'

/** Pages of the settings. The view shows one at a time. */
export type SettingsPage =
  | 'general'
  | 'connection'
  | 'spending'
  | 'library'
  | 'notifications'
  | 'network'
  | 'updates'
  | 'spelling'
  | 'privacy'
  | 'diagnostics'
  | 'about'

/** Every page in display order, with its sections. */
export const settingsPages: readonly {
  readonly page: SettingsPage
  readonly label: string
  readonly icon: IconName
  readonly sections: readonly SettingsSection[]
}[] = [
  { page: 'general', label: word('General'), icon: 'settings', sections: ['theme', 'language', 'several-results', 'desktop'] },
  { page: 'connection', label: word('Connection'), icon: 'key', sections: ['connection', 'connection-check', 'contract-changes'] },
  { page: 'spending', label: word('Spending'), icon: 'credits', sections: ['spending'] },
  { page: 'library', label: word('Library'), icon: 'folder', sections: ['library-folder', 'file-names', 'recipes'] },
  { page: 'notifications', label: word('Notifications'), icon: 'bell', sections: ['notifications'] },
  { page: 'network', label: word('Network'), icon: 'proxy', sections: ['network', 'certificates'] },
  { page: 'updates', label: word('Updates'), icon: 'download', sections: ['updates'] },
  { page: 'spelling', label: word('Spelling'), icon: 'text', sections: ['spelling'] },
  { page: 'privacy', label: word('Privacy'), icon: 'lock', sections: ['data-sent'] },
  { page: 'diagnostics', label: word('Diagnostics'), icon: 'activity', sections: ['diagnostics'] },
  { page: 'about', label: word('About'), icon: 'info', sections: ['about'] }
]

/** Heading and help sentence of each section. `help` is null if the section has no help sentence. */
export const settingsSectionText: Readonly<Record<SettingsSection, { readonly title: string; readonly help: string | null }>> = {
  theme: { title: word('Theme'), help: null },
  language: { title: word('Language'), help: null },
  'several-results': {
    title: word('Actions on several results'),
    help: word('Some actions can use all selected results in one task.')
  },
  desktop: { title: word('Desktop'), help: word('Choose how Kiln starts, runs in the background and quits.') },
  connection: { title: word('Connection'), help: null },
  'connection-check': {
    title: word('Connection check'),
    help: word('Kiln checks each step of the connection to the service. The check is free.')
  },
  'contract-changes': { title: word('API changes'), help: word('The service can change what it offers at any time.') },
  spending: {
    title: word('Spending limits'),
    help: word('Kiln checks both limits before it sends a task. Account shows what was charged.')
  },
  'library-folder': { title: word('Library folder'), help: word('New results are saved here as plain files that any app can open.') },
  'file-names': {
    title: word('File names'),
    help: word('Kiln uses this pattern to name new files in the library folder. Use a slash to create subfolders.')
  },
  recipes: { title: word('Recipes'), help: word('A recipe records the settings that made a result. It’s saved with the file.') },
  notifications: {
    title: word('Notifications'),
    help: word('Your system shows notifications when Kiln isn’t in the foreground. You can also turn them off in your system settings.')
  },
  network: {
    title: word('Network'),
    help: word('Choose how Kiln connects to the service. Changes apply to new requests.')
  },
  certificates: {
    title: word('Certificates'),
    help: word('Some company networks need their own certificate authority. Only Kiln trusts the ones you add here.')
  },
  updates: { title: word('Updates'), help: word('Kiln never updates while sending tasks or transferring files.') },
  spelling: { title: word('Spelling'), help: word('Underlines prompt words that aren’t in any dictionary.') },
  'data-sent': { title: word('Data sent by Kiln'), help: null },
  diagnostics: { title: word('Diagnostics'), help: word('View versions and requests. Check stored data. Save a diagnostics file.') },
  about: { title: word('About'), help: null }
}

/** Returns the page that contains a section. */
export function pageOfSection(section: SettingsSection): SettingsPage {
  return settingsPages.find(({ sections }) => sections.includes(section))?.page ?? 'general'
}
