import { describe, expect, it } from 'vitest'
import {
  danglingImageReferences,
  findImageReferences,
  moveItem,
  indexesAfterMove,
  indexesAfterRemoval,
  renumberImageReferences
} from '../../../shared/form/image-references.ts'

describe('references to images in a prompt', () => {
  it('are found by one-based number, in any letter case, and not inside other words', () => {
    const text = 'Image 1 beside image 2, not reimage 3 or image 2b or images 1'
    expect(findImageReferences(text).map((reference) => [text.slice(reference.start, reference.end), reference.place])).toEqual([
      ['Image 1', 1],
      ['image 2', 2]
    ])
  })

  it('are found and renumbered in Chinese beside English ones', () => {
    const text = '把图 2的釉色用到图1，参考图片 3 和图像4；image 1 不变，地图、图10000 不算'
    expect(findImageReferences(text).map((reference) => [text.slice(reference.start, reference.end), reference.place])).toEqual([
      ['图 2', 2],
      ['图1', 1],
      ['图片 3', 3],
      ['图像4', 4],
      ['image 1', 1]
    ])
    expect(renumberImageReferences(text, [1, 0, null, 2])).toBe('把图 1的釉色用到图2，参考图片 ? 和图像3；image 2 不变，地图、图10000 不算')
    expect(danglingImageReferences('图 ? 的瓶口', 2)).toEqual(['图 ?'])
  })

  it('are still found after their image was removed', () => {
    const text = renumberImageReferences('把图1的釉色用到图2', [null, 0])
    expect(text).toBe('把图 ?的釉色用到图1')
    expect(danglingImageReferences(text, 1)).toEqual(['图 ?'])
  })

  it('do not include similar Chinese words and questions', () => {
    const text = '能生成图片3张吗？参照地图1、截图 2 的构图3和示意图 1，这是哪张图?'
    expect(findImageReferences(text)).toEqual([])
    expect(renumberImageReferences(text, [1, 0, null])).toBe(text)
  })

  it('follow the images when one moves', () => {
    const places = indexesAfterMove(3, 2, 0)
    expect(places).toEqual([1, 2, 0])
    expect(renumberImageReferences('Put image 3 on Image 1, under image 2', places)).toBe('Put image 1 on Image 2, under image 3')
  })

  it('become "image ?" if their image is removed', () => {
    const text = renumberImageReferences('image 1 on image 2 by image 3', indexesAfterRemoval(3, 0))
    expect(text).toBe('image ? on image 1 by image 2')
    expect(danglingImageReferences(text, 2)).toEqual(['image ?'])
  })

  it('stay unchanged if their image never existed', () => {
    expect(renumberImageReferences('image 7', indexesAfterMove(2, 0, 1))).toBe('image 7')
    expect(danglingImageReferences('image 3, Image 3, image 1', 2)).toEqual(['image 3'])
  })

  it.each([
    [4, 0, 3],
    [4, 3, 0],
    [4, 1, 2],
    [3, 1, 1]
  ])('still match their images if, of %i images, index %i moves to %i', (count, from, to) => {
    const items = Array.from({ length: count }, (_, place) => `picture ${place}`)
    const moved = moveItem(items, from, to)
    indexesAfterMove(count, from, to).forEach((after, before) => {
      expect(moved[after]).toBe(items[before])
    })
  })
})
