import { describe, expect, it } from 'vitest'
import { openModelScene } from '../../../renderer/ui/model-scene.ts'

/** A canvas without WebGL, as in Chromium on Windows and macOS without a GPU. */
const canvas = {
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  getContext: () => null
} as unknown as HTMLCanvasElement

describe('a 3D model', () => {
  it('fails with a message from the catalogue if this computer can’t display 3D', async () => {
    const opening = openModelScene(canvas, '/media/result/x', () => undefined)
    await expect(opening).rejects.toThrow('This computer can’t display 3D right now.')
  })
})
