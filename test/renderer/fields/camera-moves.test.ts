import { describe, expect, it } from 'vitest'
import { cameraMovesOf, isCurrentMove, valuesAfterMove } from '../../../renderer/fields/camera-moves.ts'
import { fieldsInGroup, fieldsOf, listItemField, modesOf } from '../../../shared/form/fields.ts'
import type { Field } from '../../../shared/form/fields.ts'
import { matchesSchema } from '../../../shared/form/fields/matches-schema.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'

/** Returns every field of the practice contract with its path, including fields in groups and lists. */
function everyField(): readonly (readonly [path: string, field: Field])[] {
  const found = new Map<string, Field>()
  const add = (path: string, field: Field): void => {
    found.set(path, field)
    if (field.kind === 'group') for (const inner of fieldsInGroup(field, undefined)) add(`${path}.${inner.name}`, inner)
    if (field.kind === 'list') add(`${path}[]`, listItemField(field, 'item', field.label))
  }
  for (const capability of practiceCapabilities) {
    const modes = modesOf(capability)
    const forms = modes.length === 0 ? [fieldsOf(capability)] : modes.map(({ sets, variant }) => fieldsOf(capability, sets, variant))
    for (const field of forms.flat()) add(`${capability.id}.${field.name}`, field)
  }
  return [...found]
}

function cameraGroup(properties: { readonly [name: string]: JsonSchema }): Field {
  const inputSchema = { type: 'object', properties: { cameraControl: { type: 'object', properties } } } satisfies JsonSchema
  return fieldsOf({ ...practiceCapabilities[0]!, inputSchema })[0]!
}

describe('the directions of a camera motion', () => {
  it('are found for every camera of the contract, and for nothing else', () => {
    const found = everyField().flatMap(([path, field]) => {
      const moves = cameraMovesOf(field, undefined)
      return moves === null ? [] : [`${path}: ${moves.moves.map(({ direction }) => direction).join(' ')}`]
    })
    const all = 'anticlockwise up in left still right clockwise down out'
    expect(found).toEqual([
      `image-to-video.camera: ${all}`,
      `text-to-video-pro.camera: ${all}`,
      `text-to-video-pro.shots[].camera: ${all}`,
      `product-video.camera: ${all}`
    ])
  })

  it('give valid values, and are the current direction afterwards', () => {
    for (const [path, field] of everyField()) {
      const motion = cameraMovesOf(field, undefined)
      if (motion === null || field.kind !== 'group') continue
      for (const move of motion.moves) {
        const values = valuesAfterMove(motion, { easing: 'snap' }, move)
        expect(matchesSchema(values, field.schema), `${path} ${move.direction}`).toBe(true)
        expect(motion.moves.filter((one) => isCurrentMove(motion, values, one))).toEqual([move])
        expect(values).toMatchObject({ easing: 'snap' })
      }
    }
  })

  it('keep the size of the amount, within its limits', () => {
    const motion = cameraMovesOf(
      cameraGroup({ move: { enum: ['none', 'pan', 'tilt'] }, amount: { type: 'number', minimum: -4, maximum: 10, default: 0 } }),
      undefined
    )!
    const at = (direction: string) => motion.moves.find((move) => move.direction === direction)!
    expect(valuesAfterMove(motion, {}, at('right'))).toEqual({ move: 'pan', amount: 5 })
    expect(valuesAfterMove(motion, { move: 'pan', amount: 7 }, at('up'))).toEqual({ move: 'tilt', amount: 7 })
    expect(valuesAfterMove(motion, { move: 'pan', amount: 7 }, at('left'))).toEqual({ move: 'pan', amount: -4 })
    expect(motion.moves.some((move) => isCurrentMove(motion, {}, move))).toBe(false)
  })

  it('are those that the options name, if the amount has no sign', () => {
    const motion = cameraMovesOf(cameraGroup({ type: { enum: ['pan_left', 'panRight', 'zoom-in', 'fixed', 'dolly'] } }), undefined)
    expect(motion?.moves.map(({ direction, option, sign }) => [direction, option.value, sign])).toEqual([
      ['in', 'zoom-in', null],
      ['left', 'pan_left', null],
      ['still', 'fixed', null],
      ['right', 'panRight', null]
    ])
    expect(cameraMovesOf(cameraGroup({ type: { enum: ['cinematic', 'handheld'] } }), undefined)).toBeNull()
  })
})
