import { describe, expect, it } from 'vitest'
import { isOneLine, choiceVariant, optionAspectRatio } from '../../../renderer/fields/choice-variants.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { fieldsOf } from '../../../shared/form/fields.ts'
import type { ChoiceField } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'

function choiceOf(options: readonly unknown[]): ChoiceField {
  const capability = { ...fallbackCapabilities[0], inputSchema: { type: 'object', properties: { look: { enum: options } } } } as Capability
  return fieldsOf(capability)[0] as ChoiceField
}

describe('a choice field', () => {
  it.each<[readonly unknown[], ReturnType<typeof choiceVariant>]>([
    [['low', 'medium', 'high'], 'buttons'],
    [['480p', '720p', '1080p'], 'buttons'],
    [[2, 4, 8.5], 'buttons'],
    [['only'], 'menu'],
    [['middle-aged', 'long-missed', 'golden-hour'], 'buttons'],
    [['middle-aged people', 'long-missed friends', 'golden-hour light'], 'menu'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'menu'],
    [['16:9', '1:1', '9:16'], 'shapes'],
    [['auto', '16:9', '1:1'], 'shapes'],
    [['square', 'portrait', 'landscape'], 'shapes'],
    [['auto', 'original', 'custom', '1:1'], 'buttons'],
    [Array.from({ length: 13 }, (_, place) => `voice ${place}`), 'search']
  ])('with %j is drawn as %s', (options, look) => {
    expect(choiceVariant(choiceOf(options))).toBe(look)
  })

  it.each([
    ['16:9', { width: 16, height: 9 }],
    ['9/16', { width: 9, height: 16 }],
    ['2.39:1', { width: 2.39, height: 1 }],
    ['Portrait', { width: 3, height: 4 }],
    ['12:30', { width: 12, height: 30 }],
    ['50:1', null],
    ['0:1', null],
    ['auto', null],
    ['constructor', null],
    [16, null]
  ])('draws %j as the shape %j', (value, shape) => {
    expect(optionAspectRatio({ value, label: String(value) })).toEqual(shape)
  })

  it('is placed next to similar fields if it fits on one line', () => {
    expect(isOneLine(choiceOf(['a', 'b', 'c', 'd', 'e', 'f']))).toBe(true)
    expect(isOneLine(choiceOf(['a', 'b']))).toBe(false)
  })
})
