import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import {
  allFieldsOf,
  fieldsInGroup,
  listItemField,
  nearestNumber,
  nestedFieldName,
  rangeFieldsOf,
  withValueNamed
} from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { Values } from '../../shared/form/values.ts'
import type { InputTarget } from './input-targets.ts'
import { inputTargets } from './input-targets.ts'

/** A part of a video or audio, in seconds. */
export type Loop = { readonly from: number; readonly until: number }

/** A media field beside fields for a start and an end. `valuesOf` returns the values of those fields for a part. */
export type LoopTarget = { readonly target: InputTarget; readonly valuesOf: (loop: Loop) => Values }

/** Returns the media fields whose start and end can be set. Each capability has at most one, as in the form. */
export function loopTargets(capabilities: readonly Capability[], medium: Medium): readonly LoopTarget[] {
  return capabilities.flatMap((capability): readonly LoopTarget[] => {
    const level = levelsOf(allFieldsOf(capability)).find(({ fields }) => rangeFieldsOf(fields) !== null)
    const range = level === undefined ? null : rangeFieldsOf(level.fields)
    const target = range === null ? null : targetOfRange(capability, `${range.start.help} ${range.end.help}`)
    if (level === undefined || range === null || target?.field.medium !== medium) return []
    const named = (name: string): string => (level.name === null ? name : nestedFieldName(level.name, name))
    const valuesOf = ({ from, until }: Loop): Values =>
      withValueNamed(
        withValueNamed({}, named(range.start.name), nearestNumber(range.start, from)),
        named(range.end.name),
        nearestNumber(range.end, until)
      )
    return [{ target, valuesOf }]
  })
}

/**
 * Returns the top level, the groups, and the first item of each list of groups. `name` is the prefix of the fields' names. Null at the top
 * level.
 */
function levelsOf(fields: readonly Field[]): readonly { readonly name: string | null; readonly fields: readonly Field[] }[] {
  const groups = fields.flatMap((field) => {
    const group = field.kind === 'list' ? listItemField(field, '0', field.label) : field
    if (group.kind !== 'group') return []
    const name = field.kind === 'list' ? nestedFieldName(field.name, 0) : field.name
    return [{ name, fields: fieldsInGroup(group, undefined) }]
  })
  return [{ name: null, fields }, ...groups]
}

/**
 * Returns the media field that a start and an end belong to. This is the field that their help text mentions, otherwise the first video or
 * audio. Null if neither exists.
 */
function targetOfRange(capability: Capability, help: string): InputTarget | null {
  const media = (['video', 'audio'] as const).flatMap((medium) => inputTargets([capability], [medium]))
  const single = media.filter(({ field }) => !field.isMany && field.medium !== null)
  return single.find(({ field }) => help.toLowerCase().includes(field.label.toLowerCase())) ?? single[0] ?? null
}
