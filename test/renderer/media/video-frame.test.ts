// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { captureFrame, frameTypeFor, saveFrame } from '../../../renderer/media/video-frame.ts'

describe('a frame', () => {
  it('is a JPEG file if the field accepts JPEG', () => {
    expect(frameTypeFor(undefined)).toBe('image/jpeg')
    expect(frameTypeFor(['png', 'jpeg'])).toBe('image/jpeg')
    expect(frameTypeFor(['png', 'webp'])).toBe('image/png')
  })

  it('isn’t captured while the video shows nothing', async () => {
    const video = document.createElement('video')
    expect(video.readyState).toBe(0)
    await expect(captureFrame(video, 'image/png')).rejects.toThrow('doesn’t show a frame')
    for (const shown of [video, null]) {
      expect(await saveFrame(shown, 'image/png', 'Ridges at dusk', { item: 'one' })).toMatchObject({
        ok: false,
        message: 'The frame couldn’t be read.',
        advice: 'Wait until the video shows an image, and try again.'
      })
    }
  })
})
