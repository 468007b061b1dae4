import { describe, expect, it } from 'vitest'
import { openImageThread } from '../../../electron/images/open-image-thread.ts'
import type { BackgroundJobs } from './background-child.ts'

const grounds = openImageThread<BackgroundJobs>(new URL('./background-child.ts', import.meta.url))

async function pixels(words: string): Promise<Buffer> {
  return Buffer.from(await grounds.run('pixelsOf', words))
}

describe('a prompt’s background scene', () => {
  it.each([
    ['A perfume bottle on a shelf', '一瓶香水'],
    ['Dunes at first light', '沙丘，晨光初照'],
    ['A lotus', '荷花'],
    ['The sea, calm', '海，平静']
  ])('is the same in Chinese: %s, %s', async (english, chinese) => {
    const [one, other, something] = await Promise.all([pixels(english), pixels(chinese), pixels('什么都好')])
    expect(one.equals(other)).toBe(true)
    expect(one.equals(something)).toBe(false)
  })
})
