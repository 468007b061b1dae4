import { changeSettings } from '../bridge/change-settings.ts'
import type { PaletteAction, PaletteItem } from './palette-items.ts'

/** Number of commands to remember. */
const most = 5

/** Commands to remember. Results, actions on a selection and quitting aren’t among them, because Enter must not repeat these. */
const isRepeatable: ReadonlySet<PaletteAction['kind']> = new Set([
  'compose',
  'compare',
  'go',
  'theme',
  'replace-key',
  'cheat-sheet',
  'show-library-folder',
  'open-files',
  'save-ledger'
])

/** Saves the command as the newest one, if Enter may repeat it. */
export function rememberCommand({ key, action }: PaletteItem, recent: readonly string[]): void {
  if (!isRepeatable.has(action.kind)) return
  void changeSettings({ recentCommands: [key, ...recent.filter((one) => one !== key)].slice(0, most) })
}
