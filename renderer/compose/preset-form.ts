import type { Capability } from '../../shared/capability.ts'
import { allFieldsOf, isDeepEmpty } from '../../shared/fields.ts'
import type { ComposeForm } from './compose-form.ts'

/**
 * Applies a preset to a form. Settings come from the preset. The prompt and media stay if the preset has none. So a preset works for many
 * images. Values set aside stay as well.
 */
export function withPreset(capability: Capability, present: ComposeForm, preset: ComposeForm): ComposeForm {
  const worked = allFieldsOf(capability).filter((field) => field.kind === 'media' || (field.kind === 'text' && field.role === 'prompt'))
  const stays = worked.flatMap(({ name }) => {
    const value = present.values[name]
    return value === undefined || isDeepEmpty(value) || !isDeepEmpty(preset.values[name]) ? [] : [[name, value] as const]
  })
  return { ...preset, values: { ...preset.values, ...Object.fromEntries(stays) }, left: [...present.left, ...preset.left] }
}
