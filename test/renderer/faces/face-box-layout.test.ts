import { describe, expect, it } from 'vitest'
import { faceBoxLayout, minBoxSide } from '../../../renderer/faces/face-box-layout.ts'

const size = { width: 1000, height: 500 }
const stage = { width: 500, height: 250 }
const fitted = { scale: 0.5, x: 0, y: 0, isFitted: true }

describe('the box of a face on the stage', () => {
  it('follows zoom and pan', () => {
    const box = { x: 0.2, y: 0.4, width: 0.1, height: 0.2 }
    expect(faceBoxLayout(box, size, fitted, stage)).toMatchObject({ left: 100, top: 100, width: 50, height: 50 })
    expect(faceBoxLayout(box, size, { scale: 2, x: -300, y: -100, isFitted: false }, stage)).toMatchObject({
      left: 100,
      top: 300,
      width: 200,
      height: 200
    })
  })

  it('is large enough to click, around the centre of a small face', () => {
    const { left, top, width, height } = faceBoxLayout({ x: 0.5, y: 0.5, width: 0.01, height: 0.02 }, size, fitted, stage)
    expect([width, height]).toEqual([minBoxSide, minBoxSide])
    expect([left + width / 2, top + height / 2]).toEqual([252.5, 127.5])
  })

  it('has its labels inside where the stage has no room for them', () => {
    const inside = (y: number) => {
      const { isNumberInside, isReferenceInside } = faceBoxLayout({ x: 0.2, y, width: 0.1, height: 0.2 }, size, fitted, stage)
      return [isNumberInside, isReferenceInside]
    }
    expect([inside(0), inside(0.4), inside(0.8)]).toEqual([
      [true, false],
      [false, false],
      [false, true]
    ])
  })
})
