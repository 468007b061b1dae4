import type { Capability } from '../../shared/form/capability.ts'
import { allFieldsOf, isDeepEmpty } from '../../shared/form/fields.ts'
import type { ComposeForm } from './compose-form.ts'

/**
 * Returns the form `present` with a preset applied. The form's prompt and media stay if the preset has none. A preset therefore works with
 * any image. Unmapped values of the form and of the preset are kept. The form also keeps its source results.
 */
export function withPreset(capability: Capability, present: ComposeForm, preset: ComposeForm): ComposeForm {
  const worked = allFieldsOf(capability).filter((field) => field.kind === 'media' || (field.kind === 'text' && field.role === 'prompt'))
  const stays = worked.flatMap(({ name }) => {
    const value = present.values[name]
    return value === undefined || isDeepEmpty(value) || !isDeepEmpty(preset.values[name]) ? [] : [[name, value] as const]
  })
  return {
    ...preset,
    values: { ...preset.values, ...Object.fromEntries(stays) },
    left: [...present.left, ...preset.left],
    from: present.from
  }
}
