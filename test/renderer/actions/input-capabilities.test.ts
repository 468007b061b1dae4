import { describe, expect, it } from 'vitest'
import { inputCapabilities } from '../../../renderer/actions/input-capabilities.ts'
import { capabilityUses, resultActions } from '../../../renderer/actions/result-actions.ts'
import { inputTargets } from '../../../renderer/media/input-targets.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { aTask } from '../a-task.ts'
import { practiceCapabilities } from './practice-capabilities.ts'

const found = (media: readonly Medium[], uses: Parameters<typeof inputCapabilities>[2] = new Map()) =>
  inputCapabilities(practiceCapabilities, media, uses)

describe('the capabilities that accept a file', () => {
  it.each([
    ['one image', ['image']],
    ['three images', ['image', 'image', 'image']],
    ['a video', ['video']],
    ['audio', ['audio']],
    ['a 3D model', ['model']]
  ] as const)('are listed once each, with every field that accepts %s', (_what, media) => {
    const listed = found(media)
    expect(new Set(listed.map(({ capability }) => capability.id)).size).toBe(listed.length)
    const fields = listed.flatMap(({ capability, fields: own }) => own.map(({ name }) => `${capability.id} ${name}`))
    expect(fields.toSorted()).toEqual(
      inputTargets(practiceCapabilities, media)
        .map(({ capability, field }) => `${capability.id} ${field.name}`)
        .toSorted()
    )
  })

  it('have the order of the actions', () => {
    const actions = resultActions(practiceCapabilities, [{ id: 'a', medium: 'image' }], new Map()).map(({ capability }) => capability.id)
    const listed = found(['image']).map(({ capability }) => capability.id)
    expect(listed.slice(0, 3)).toEqual(['image-upscaler', 'background-removal', 'image-to-video'])
    expect(listed.filter((id) => actions.slice(0, 10).includes(id))).toEqual(actions.slice(0, 10))
  })

  it('start with what the user sends media to most often', () => {
    const uses = capabilityUses(['a', 'b'].map((id) => aTask({ id, capability: 'face-swap', values: { targetImageUrl: { item: 'x' } } })))
    expect(found(['image'], uses)[0]?.capability.id).toBe('face-swap')
    expect(found(['image'], uses)[0]?.fields.map(({ label }) => label)).toEqual(['Target photo', 'Reference face'])
  })

  it('come last if they take it only as a mask, and don’t accept different media together', () => {
    const masks = found(['image']).map(({ fields }) => fields.every(({ isMask }) => isMask))
    expect(masks).toContain(true)
    expect(masks.indexOf(true)).toBeGreaterThan(masks.lastIndexOf(false))
    expect(found(['image', 'audio'])).toEqual([])
  })
})
