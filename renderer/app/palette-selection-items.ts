import type { ActionInput } from '../actions/result-actions.ts'
import { actionCapabilityName, actionTitle, currentResultActions } from '../actions/use-result-actions.ts'
import { menuActionShortcut, menuActionText, type MenuActionName } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import { menuActionHandler } from '../shortcuts/menu-action-handlers.ts'
import { isMac, shortcutKeyText } from '../shortcuts/shortcut-text.ts'
import type { BulkPanel } from '../library/bulk-panel-store.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'
import { isSelectionBarOpen } from './palette-selection.ts'

/** Actions of the current view that the palette offers, with their icons. */
const viewActions = [
  ['remix', 'remix'],
  ['compare', 'compare'],
  ['useAsInput', 'arrow-right'],
  ['saveAs', 'download'],
  ['copy', 'copy'],
  ['showInFolder', 'folder'],
  ['trash', 'trash']
] as const satisfies readonly (readonly [MenuActionName, PaletteItem['icon']])[]

/** Maximum number of actions to show while nothing is typed. */
const mostUnasked = 4

/** Returns the actions on the selection, with prices and shortcuts. Empty if nothing is selected, or if nothing matches the query. */
export function selectionGroup(inputs: readonly ActionInput[], query: string): PaletteGroup {
  const itemIds = inputs.map(({ id }) => id)
  const [picture = null] = inputs.map(({ id, medium }) => (medium === 'audio' || medium === 'text' ? null : id))
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (...texts: readonly string[]): boolean => words.every((word) => texts.join(' ').toLowerCase().includes(word))
  const actions = currentResultActions(inputs)
    .map((named): PaletteItem => ({
      key: `act:${named.action.capability.id}`,
      label: actionTitle(named, itemIds.length),
      aside: actionCapabilityName(named),
      icon: capabilityIcon(named.action.capability),
      pictureItemId: null,
      previewItemId: picture,
      action: { kind: 'act', named, itemIds }
    }))
    .filter(({ label, aside }) => fits(label, aside))
  const others = viewActions.flatMap(([name, icon]): readonly PaletteItem[] => {
    const label = say(menuActionText(name))
    if (inputs.length === 0 || menuActionHandler(name) === undefined || !fits(label)) return []
    const [key] = menuActionShortcut(name)?.keys ?? []
    const shortcut = key === undefined ? {} : { shortcut: shortcutKeyText(key, isMac()) }
    return [
      {
        key: `menu:${name}`,
        label,
        aside: '',
        icon,
        pictureItemId: null,
        previewItemId: picture,
        action: { kind: 'menu', name },
        ...shortcut
      }
    ]
  })
  const panels = (isSelectionBarOpen() && inputs.length > 0 ? bulkPanels(inputs.length) : []).filter(({ label }) => fits(label))
  return {
    title: say('{count, plural, one {Selected result} other {# selected results}}', { count: inputs.length }),
    items: [
      ...(words.length === 0 ? actions.slice(0, mostUnasked) : actions),
      ...panels.map((panel) => ({ ...panel, previewItemId: picture })),
      ...others
    ]
  }
}

/** Returns items that open the menus of the library's selection bar. Omits “Save as…” for a single result, which has its own. */
function bulkPanels(count: number): readonly PaletteItem[] {
  const item = (panel: BulkPanel, label: string, icon: PaletteItem['icon']): PaletteItem => ({
    key: `panel:${panel}`,
    label,
    aside: '',
    icon,
    pictureItemId: null,
    action: { kind: 'bulk-panel', panel }
  })
  return [
    item('stars', say('Rate…'), 'star'),
    item('tags', say('Tags and collections…'), 'tag'),
    ...(count > 1 ? [item('save', say('Save as…'), 'download')] : [])
  ]
}
