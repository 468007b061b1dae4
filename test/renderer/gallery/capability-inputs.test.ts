import { describe, expect, it } from 'vitest'
import { inputKindsOf } from '../../../renderer/gallery/capability-inputs.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'

const inputsOf = (id: string) => inputKindsOf(fallbackCapabilities.find((capability) => capability.id === id)!)

describe('the inputs of a capability', () => {
  it('are text and images for the image generators, each listed once', () => {
    expect(inputsOf('imgmodel-image-generator')).toEqual(['text', 'image'])
    expect(inputsOf('imgmodel-3-0-image-generator')).toEqual(['text', 'image'])
  })

  it('are an image and a face for the face swap', () => {
    expect(inputsOf('face-swap')).toEqual(['image', 'face'])
  })
})
