import type { ChoiceField, ChoiceOption, Field, GroupField, NumberField } from '../../shared/form/fields.ts'
import { fieldsInGroup } from '../../shared/form/fields.ts'
import type { Value, Values } from '../../shared/form/values.ts'

export const cameraDirections = ['anticlockwise', 'up', 'in', 'left', 'still', 'right', 'clockwise', 'down', 'out'] as const
export type CameraDirection = (typeof cameraDirections)[number]

/** A direction in which the camera can move. `sign` is the sign of the amount. It is null if the option alone gives the direction. */
export type CameraMove = { readonly direction: CameraDirection; readonly option: ChoiceOption; readonly sign: 1 | -1 | null }

/** The fields of a camera motion: its type and, if there is one, its amount. `moves` lists the possible directions, without duplicates. */
export type CameraMoves = { readonly type: ChoiceField; readonly amount: NumberField | null; readonly moves: readonly CameraMove[] }

/** Minimum number of directions for which the pad is shown. */
const leastDirections = 3

/**
 * Directions of an option whose amount has a sign. The contract doesn't say which direction is negative, so the table uses the usual
 * convention.
 */
const axes: readonly (readonly [words: RegExp, minus: CameraDirection, plus: CameraDirection])[] = [
  [/\b(?:pan|truck|horizontal)/, 'left', 'right'],
  [/\b(?:tilt|pedestal|crane|boom|vertical)/, 'down', 'up'],
  [/\b(?:dolly|zoom|push)/, 'out', 'in'],
  [/\b(?:orbit|arc|roll|rotat)/, 'anticlockwise', 'clockwise']
]

/** Returns the moves of a group that sets the camera's motion. Null for any other group. `value` is the group's value. */
export function cameraMovesOf(field: Field, value: Value | undefined): CameraMoves | null {
  if (!isCameraMotion(field)) return null
  const fields = fieldsInGroup(field, value)
  const amount =
    fields.find((inner) => inner.kind === 'number' && inner.minimum !== null && inner.minimum < 0 && (inner.maximum ?? 0) > 0) ?? null
  for (const type of fields) {
    if (type.kind !== 'choice') continue
    const found = type.options.flatMap((option) => movesOf(option, amount !== null))
    const moves = cameraDirections.flatMap((direction) => found.find((move) => move.direction === direction) ?? [])
    if (moves.length >= leastDirections) return { type, amount: amount?.kind === 'number' ? amount : null, moves }
  }
  return null
}

/** True for a group that sets the camera's motion. */
export function isCameraMotion(field: Field): field is GroupField {
  return field.kind === 'group' && /camera/i.test(field.name) && fieldsInGroup(field, undefined).some(({ kind }) => kind === 'choice')
}

/** Returns the group's values after the user presses a move. Keeps the absolute amount, and the other fields. */
export function valuesAfterMove({ type, amount }: CameraMoves, values: Values, { option, sign }: CameraMove): Values {
  const chosen = { ...values, [type.name]: option.value }
  if (sign === null || amount === null) return chosen
  const limit = Math.abs((sign < 0 ? amount.minimum : amount.maximum) ?? 0)
  const step = amount.step ?? 0
  const half = step === 0 ? limit / 2 : Math.max(step, Math.floor(limit / 2 / step) * step)
  return { ...chosen, [amount.name]: sign * Math.min(limit, Math.abs(amountOf(amount, values)) || half) }
}

/** True if the values describe this move. */
export function isCurrentMove({ type, amount }: CameraMoves, values: Values, { option, sign }: CameraMove): boolean {
  if ((values[type.name] ?? type.default) !== option.value) return false
  return sign === null || amount === null || Math.sign(amountOf(amount, values)) === sign
}

function amountOf({ name, default: standard }: NumberField, values: Values): number {
  const amount = values[name] ?? standard
  return typeof amount === 'number' ? amount : 0
}

function movesOf(option: ChoiceOption, hasSign: boolean): readonly CameraMove[] {
  const words = String(option.value)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .toLowerCase()
  if (/\b(?:still|static|none|fixed)\b/.test(words)) return [{ direction: 'still', option, sign: null }]
  const named = /\b(left|right|up|down|in|out|clockwise|anticlockwise|counterclockwise)\b/.exec(words)?.[1]
  if (named !== undefined)
    return [{ direction: named === 'counterclockwise' ? 'anticlockwise' : (named as CameraDirection), option, sign: null }]
  const axis = hasSign ? axes.find(([motion]) => motion.test(words)) : undefined
  if (axis === undefined) return []
  return [
    { direction: axis[1], option, sign: -1 },
    { direction: axis[2], option, sign: 1 }
  ]
}
