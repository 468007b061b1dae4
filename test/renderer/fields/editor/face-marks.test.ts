import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FaceMarks } from '../../../../renderer/fields/editor/face-marks.ts'
import { addFaceMark, faceMarkAt, saveFaceMarks, savedFaceMarks } from '../../../../renderer/fields/editor/face-marks.ts'

const points = fc.array(fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 900 }) }), { maxLength: 12 })

describe('marked faces', () => {
  it('are ordered from left to right, in whatever order they are clicked', () => {
    fc.assert(
      fc.property(points, (clicked) => {
        const marks = clicked.reduce<FaceMarks>((now, point) => {
          const { marks: next, index } = addFaceMark(now, point)
          expect(next[index]).toBe(point)
          return next
        }, [])
        expect(marks.map(({ x }) => x)).toEqual(clicked.map(({ x }) => x).toSorted((a, b) => a - b))
      })
    )
  })

  it('are found near a point, the nearest first', () => {
    const marks = [
      { x: 10, y: 10 },
      { x: 30, y: 10 }
    ]
    expect(faceMarkAt(marks, { x: 22, y: 10 }, 15)).toBe(1)
    expect(faceMarkAt(marks, { x: 60, y: 10 }, 15)).toBeNull()
    expect(faceMarkAt([], { x: 60, y: 10 }, 15)).toBeNull()
  })

  it('are kept for the twenty images that were marked last', () => {
    for (let place = 0; place < 21; place += 1) saveFaceMarks(`image ${place}`, [{ x: place, y: 0 }])
    expect(savedFaceMarks('image 0')).toEqual([])
    expect(savedFaceMarks('image 1')).toEqual([{ x: 1, y: 0 }])
    expect(savedFaceMarks('image 20')).toEqual([{ x: 20, y: 0 }])
  })
})
