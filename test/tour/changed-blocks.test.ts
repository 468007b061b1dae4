import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { countChangedBlocks } from './count-changed-blocks.ts'

/** Returns an image of a window-sized view with a line of small text. It is encoded like a tour screenshot. */
function view(words: string, at = { x: 300, y: 200 }): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800">
    <rect width="1280" height="800" fill="#1c1b1a"/><rect x="240" y="60" width="640" height="300" fill="#242322"/>
    <text x="${at.x}" y="${at.y}" font-family="sans-serif" font-size="12" fill="#bdb8b0">${words}</text></svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82, effort: 6, smartSubsample: true }).toBuffer()
}

describe('a tour screenshot', () => {
  it('is unchanged if the same view is captured again', async () => {
    expect(await countChangedBlocks(await view('Length of the clip'), await view('Length of the clip'))).toBe(0)
  })

  it('is changed if a single small word differs', async () => {
    expect(await countChangedBlocks(await view('Length of the clip'), await view('Length of the film'))).toBeGreaterThan(0)
    expect(await countChangedBlocks(await view('0 of 800'), await view('9 of 800'))).toBeGreaterThan(0)
  })

  it('is unchanged if only a varying time or ID differs', async () => {
    const fleeting = [{ x: 300, y: 188, width: 90, height: 16 }]
    const [before, after] = [await view('Sent at 14:06'), await view('Sent at 21:57')]
    expect(await countChangedBlocks(before, after)).toBeGreaterThan(0)
    expect(await countChangedBlocks(before, after, fleeting)).toBe(0)
    expect(await countChangedBlocks(before, await view('Sent at 14:06', { x: 300, y: 260 }), fleeting)).toBeGreaterThan(0)
  })

  it('is changed if its size differs', async () => {
    const small = await sharp(await view('a'))
      .resize(900, 600)
      .toBuffer()
    expect(await countChangedBlocks(await view('a'), small)).toBe(Number.POSITIVE_INFINITY)
  })
})
