import { describe, expect, it } from 'vitest'
import { actionLabels } from '../../../renderer/actions/action-label.ts'
import type { CapabilityUse } from '../../../renderer/actions/result-actions.ts'
import { actionValues, capabilityUses, resultActions } from '../../../renderer/actions/result-actions.ts'
import { canCombineInputs } from '../../../renderer/actions/can-combine-inputs.ts'
import { actionCapabilityName } from '../../../renderer/actions/use-result-actions.ts'
import { aTask } from '../a-task.ts'
import { practiceCapabilities } from './practice-capabilities.ts'

const image = { id: 'r1', medium: 'image' } as const
const actions = (uses: ReadonlyMap<string, CapabilityUse> = new Map(), inputs: Parameters<typeof resultActions>[1] = [image]) =>
  resultActions(practiceCapabilities, inputs, uses)
const named = (id: string, uses?: ReadonlyMap<string, CapabilityUse>) => actions(uses).find(({ capability }) => capability.id === id)!

describe('the actions of an image', () => {
  it('are named by verbs, with the most wanted first', () => {
    expect([...actionLabels(actions()).values()].slice(0, 5)).toEqual([
      'Upscale',
      'Remove background',
      'Animate',
      'Edit with Image generator',
      'Edit with Image generator 3.0'
    ])
    expect([...actionLabels(actions()).values()]).toEqual(expect.arrayContaining(['Apply film look', 'Use in Multi-view to 3D']))
  })

  it('have their capability beside them, unless the label names it', () => {
    const found = actions()
    const labels = actionLabels(found)
    const asides = found.map((action) => actionCapabilityName({ action, label: labels.get(action) ?? '' }))
    expect(asides.slice(0, 5)).toEqual(['Image upscaler', 'Background removal', 'Image to video', '', ''])
  })

  it('start with what the user sends media to most often', () => {
    const uses = capabilityUses(['a', 'b'].map((id) => aTask({ id, capability: 'portrait-retouch', values: { imageUrl: { item: 'x' } } })))
    expect(actions(uses)[0]?.capability.id).toBe('portrait-retouch')
  })

  it('count the rows of a batch as one use', () => {
    const batch = { id: 'b1', row: 1, name: { code: 'row', params: { row: 1 } }, cell: null } as const
    expect(
      capabilityUses(['a', 'b', 'c'].map((id) => aTask({ id, capability: 'x', values: { imageUrl: { item: 'x' } }, batch }))).get('x')
        ?.count
    ).toBe(1)
  })

  it('are ready once nothing else is required, and reuse the last settings', () => {
    expect(named('image-upscaler')).toMatchObject({ isReady: true, settings: {} })
    expect(named('image-to-video').isReady).toBe(false)
    expect(named('glaze-effect').isReady).toBe(false)
    const [glaze] = practiceCapabilities.flatMap((one) =>
      one.id === 'glaze-effect' ? (one.inputSchema.properties?.['glaze']?.enum ?? []) : []
    )
    const values = { imageUrl: { item: 'other' }, glaze: String(glaze) }
    expect(named('glaze-effect', new Map([['glaze-effect', { count: 1, values }]]))).toMatchObject({
      isReady: true,
      settings: { glaze }
    })
  })

  it('never reuse a prompt, a seed, media or consent', () => {
    const values = { prompt: 'a vase', seed: 7, lastFrameImageUrl: { item: 'x' }, duration: 5 }
    const action = named('image-to-video', new Map([['image-to-video', { count: 1, values }]]))
    expect(action).toMatchObject({ isReady: false, settings: {} })
    const voice = { text: 'Hello', consent: true, sampleAudioUrls: [{ item: 'x' }] }
    const clone = actions(new Map([['voice-cloning', { count: 1, values: voice }]]), [{ id: 'a1', medium: 'audio' }])
    expect(clone.find(({ capability }) => capability.id === 'voice-cloning')?.isReady).toBe(false)
  })

  it('ignore settings that the contract no longer accepts', () => {
    const stale = new Map([['image-upscaler', { count: 1, values: { scale: 'enormous' } }]])
    expect(named('image-upscaler', stale)).toMatchObject({ isReady: true, settings: {} })
  })

  it('omit a capability that rejects the file', () => {
    const facts = {
      name: 'a.png',
      bytes: 100,
      modifiedAt: 0,
      medium: 'image',
      format: 'png',
      contentType: 'image/png',
      width: 1,
      height: 1,
      durationInSeconds: null,
      hasSound: null,
      isAnimated: false,
      isTorn: false
    } as const
    const ids = actions(new Map(), [{ ...image, facts }]).map(({ capability }) => capability.id)
    expect(ids.length).toBeLessThan(actions().length)
  })
})

describe('the actions of several results', () => {
  const three = ['r1', 'r2', 'r3'].map((id) => ({ id, medium: 'image' }) as const)

  it('include those that need the form, with one task for each result', () => {
    const several = actions(new Map(), three)
    expect(several.find(({ capability }) => capability.id === 'image-upscaler')).toBeDefined()
    const animate = several.find(({ capability }) => capability.id === 'image-to-video')!
    expect([animate.isReady, canCombineInputs(animate, 3)]).toEqual([false, false])
    const edit = several.find(({ capability }) => capability.id === 'imgmodel-image-generator')!
    expect(canCombineInputs(edit, 3)).toBe(true)
    expect(actionValues(edit, ['r1', 'r2'])).toEqual({ imageUrls: [{ item: 'r1' }, { item: 'r2' }] })
  })

  it('don’t exist for different media', () => {
    expect(actions(new Map(), [image, { id: 'v1', medium: 'video' }])).toEqual([])
  })
})
