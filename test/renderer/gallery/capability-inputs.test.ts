import { describe, expect, it } from 'vitest'
import { inputKindsOf } from '../../../renderer/gallery/capability-inputs.ts'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'

const inputsOf = (id: string) => inputKindsOf(floorCapabilities.find((capability) => capability.id === id)!)

describe('what goes into a capability', () => {
  it('is words and pictures for the image generators, each said once', () => {
    expect(inputsOf('imgmodel-image-generator')).toEqual(['text', 'image'])
    expect(inputsOf('imgmodel-3-0-image-generator')).toEqual(['text', 'image'])
  })

  it('is a picture and a face for the face swap', () => {
    expect(inputsOf('face-swap')).toEqual(['image', 'face'])
  })
})
