import { describe, expect, it } from 'vitest'
import { openModelScene } from '../../../renderer/ui/model-scene.ts'

/** A canvas like Chromium's without WebGL, as on Windows and macOS without a GPU. */
const canvas = {
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  getContext: () => null
} as unknown as HTMLCanvasElement

describe('a model', () => {
  it('is refused with a sentence from the catalogue where this computer can’t draw in 3D', async () => {
    const opening = openModelScene(canvas, '/media/result/x', () => undefined)
    await expect(opening).rejects.toThrow('This computer can’t display 3D right now.')
  })
})
