import { actionValues } from '../actions/result-actions.ts'
import { formLayout } from '../compose/form-layout.ts'
import { checkValues, fieldsInMode, type ChoiceField, type CountField, type Field } from '../../shared/form/fields.ts'
import type { Value } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

export type PaletteValues = {
  /** Title of the action. */
  readonly title: string
  readonly group: PaletteGroup
  /** Key of the item whose value is sent if the user doesn't choose one. Null if there is no such item. */
  readonly current: string | null
}

/**
 * Returns an item for each value of an action's first setting, such as "Upscale: 4×". The item sends the action with that value. Null if
 * the item isn't an action, if the action needs its form, or if fewer than two values are possible.
 */
export function paletteValues(item: PaletteItem): PaletteValues | null {
  if (item.action.kind !== 'act' || !item.action.named.action.isReady) return null
  const { named, itemIds } = item.action
  const { action } = named
  const { capability, mode, settings } = action
  const setting = formLayout(capability, fieldsInMode(capability, mode, settings)).essentials.find(isChoosable)
  if (setting === undefined) return null
  const options: readonly { readonly value: Value; readonly label: string }[] =
    setting.kind === 'choice' ? setting.options : setting.options.map(({ value, count }) => ({ value, label: String(count) }))
  const keyOf = (value: Value): string => `${item.key}:${String(value)}`
  const items = options.flatMap(({ value, label }): readonly PaletteItem[] => {
    const chosen = { ...action, settings: { ...settings, [setting.name]: value } }
    if (checkValues(capability, actionValues(chosen, itemIds.slice(0, 1)), () => null).length > 0) return []
    const text = (name: string): string => say('{action}: {value}', { action: name, value: label })
    return [
      {
        ...item,
        key: keyOf(value),
        label: text(item.label),
        aside: '',
        action: { kind: 'act', named: { label: text(named.label), action: chosen }, itemIds }
      }
    ]
  })
  if (items.length < 2) return null
  const current = keyOf(settings[setting.name] ?? setting.default)
  return { title: item.label, group: { title: setting.label, items }, current: items.some(({ key }) => key === current) ? current : null }
}

function isChoosable(field: Field): field is ChoiceField | CountField {
  return field.kind === 'choice' || field.kind === 'count'
}

/** Returns the values whose label contains every word of the query. */
export function matchingValues({ group }: PaletteValues, query: string): readonly PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const items = group.items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  return items.length === 0 ? [] : [{ ...group, items }]
}
