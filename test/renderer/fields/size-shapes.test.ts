import { describe, expect, it } from 'vitest'
import { fitToLongestEdge, findSizeGroup, sortSizeGroups, nearestSizeInGroup } from '../../../renderer/fields/size-shapes.ts'

const square = {
  ratio: '1:1',
  sizes: [
    { value: '1024*1024', width: 1024, height: 1024 },
    { value: '1600*1600', width: 1600, height: 1600 }
  ]
}
const wide = {
  ratio: '16:9',
  sizes: [
    { value: '1024*576', width: 1024, height: 576 },
    { value: '2048*1152', width: 2048, height: 1152 }
  ]
}

describe('the aspect ratios of sizes', () => {
  it('are ordered square, landscape, portrait', () => {
    const standing = { ratio: '9:16', sizes: [{ value: '576*1024', width: 576, height: 1024 }] }
    expect(sortSizeGroups([standing, wide, square]).map(({ ratio }) => ratio)).toEqual(['1:1', '16:9', '9:16'])
  })

  it('are found for a size', () => {
    expect(findSizeGroup([square, wide], '2048*1152')).toBe(wide)
    expect(findSizeGroup([square, wide], '2048*1151')).toBeUndefined()
    expect(findSizeGroup([square, wide], null)).toBeUndefined()
  })

  it('keep about the same number of pixels when the ratio changes', () => {
    expect(nearestSizeInGroup(wide, { value: '1600*1600', width: 1600, height: 1600 })?.value).toBe('2048*1152')
    expect(nearestSizeInGroup(wide, { value: '768*1024', width: 768, height: 1024 })?.value).toBe('1024*576')
    expect(nearestSizeInGroup(wide, null)?.value).toBe('1024*576')
  })

  it('are drawn in proportion', () => {
    expect(fitToLongestEdge({ width: 1792, height: 1344 }, 30)).toEqual({ width: 30, height: 23 })
    expect(fitToLongestEdge({ width: 576, height: 1024 }, 30)).toEqual({ width: 17, height: 30 })
  })
})
