import { changeSettings } from '../bridge/change-settings.ts'
import type { PaletteItem } from './palette-items.ts'

/** Number of commands to remember. */
const most = 5

/** Saves the command as the newest one. Ignores results, actions on a selection and quitting, because Enter must not repeat these. */
export function rememberCommand({ key, action }: PaletteItem, recent: readonly string[]): void {
  if (!/^(?:do|capability):/.test(key) || action.kind === 'quit') return
  void changeSettings({ recentCommands: [key, ...recent.filter((one) => one !== key)].slice(0, most) })
}
