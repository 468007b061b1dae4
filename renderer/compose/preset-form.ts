import type { Capability } from '../../shared/capability.ts'
import { everyFieldOf, isHollow } from '../../shared/fields.ts'
import type { ComposeForm } from './compose-form.ts'

/**
 * A form with a preset laid over it. Settings become those of the preset. What is worked on (prompt, pictures, sounds) stays where the preset
 * holds nothing in its place, so that one preset serves many pictures. What stands beside the form stays there.
 */
export function withPreset(capability: Capability, present: ComposeForm, preset: ComposeForm): ComposeForm {
  const worked = everyFieldOf(capability).filter((field) => field.kind === 'media' || (field.kind === 'text' && field.role === 'prompt'))
  const stays = worked.flatMap(({ name }) => {
    const value = present.values[name]
    return value === undefined || isHollow(value) || !isHollow(preset.values[name]) ? [] : [[name, value] as const]
  })
  return { ...preset, values: { ...preset.values, ...Object.fromEntries(stays) }, left: [...present.left, ...preset.left] }
}
