import { describe, expect, it } from 'vitest'
import { resultActions } from '../../../renderer/actions/result-actions.ts'
import { matchingValues, paletteValues } from '../../../renderer/app/palette-value-items.ts'
import type { PaletteItem } from '../../../renderer/app/palette-items.ts'
import type { Values } from '../../../shared/form/values.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'

/** Returns the palette's item for an action on an image. `last`: values of the capability's newest task. */
function actionItem(id: string, last: Values = {}): PaletteItem {
  const uses = new Map([[id, { count: 1, values: last }]])
  const action = resultActions(practiceCapabilities, [{ id: 'a', medium: 'image' }], uses).find(({ capability }) => capability.id === id)
  if (action === undefined) throw new Error(`${id} isn’t an action.`)
  return {
    key: `act:${id}`,
    label: 'Upscale',
    aside: '',
    icon: 'image',
    pictureItemId: null,
    action: { kind: 'act', named: { label: 'Upscale', action }, itemIds: ['a'] }
  }
}

const sent = ({ action }: PaletteItem): Values | null => (action.kind === 'act' ? action.named.action.settings : null)

describe('the values of an action', () => {
  it('are those of its first choice, and each sends the action with that value', () => {
    const { title, group } = paletteValues(actionItem('image-upscaler'))!
    expect(title).toBe('Upscale')
    expect(group.title).toBe('Scale')
    expect(group.items.map(({ label }) => label)).toEqual(['Upscale: 2×', 'Upscale: 4×', 'Upscale: 8×'])
    expect(group.items.map((item) => sent(item)?.['scale'])).toEqual([2, 4, 8])
  })

  it('start at the value that the action sends without a choice, and keep its other settings', () => {
    const last = { scale: 4, creativity: 0.5 }
    const { group, current } = paletteValues(actionItem('image-upscaler', last))!
    expect(current).toBe('act:image-upscaler:4')
    expect(sent(group.items[0]!)).toMatchObject({ creativity: 0.5 })
  })

  it('don’t exist for an action that needs its form, or that has nothing to choose', () => {
    expect(paletteValues(actionItem('image-to-video'))).toBeNull()
    expect(paletteValues(actionItem('background-removal'))).toBeNull()
    expect(paletteValues({ ...actionItem('image-upscaler'), action: { kind: 'quit' } })).toBeNull()
  })

  it('are found by every word', () => {
    const values = paletteValues(actionItem('image-upscaler'))!
    expect(matchingValues(values, '8 up').flatMap(({ items }) => items.map(({ label }) => label))).toEqual(['Upscale: 8×'])
    expect(matchingValues(values, 'nothing')).toEqual([])
  })
})
