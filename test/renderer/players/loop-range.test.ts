import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canDisplayModel } from '../../../renderer/ui/model-lighting.ts'
import { peaksOf, normalizePeaks } from '../../../renderer/players/peaks.ts'
import {
  followerSeekTarget,
  formatPlaybackTime,
  candidateFrameTimes,
  loopSeekTarget,
  nextPlaybackSpeed,
  noLoopMarks,
  effectiveLoopRange,
  withMark
} from '../../../renderer/players/loop-range.ts'

describe('a loop range', () => {
  it('is the whole duration without marks, and extends to the start or end for a missing mark', () => {
    expect(effectiveLoopRange(noLoopMarks, 4)).toEqual({ from: 0, until: 4 })
    expect(effectiveLoopRange({ from: 1, until: null }, 4)).toEqual({ from: 1, until: 4 })
    expect(effectiveLoopRange({ from: null, until: 9 }, 4)).toEqual({ from: 0, until: 4 })
  })

  it('is never reversed, because a mark beyond the other removes that one', () => {
    expect(withMark({ from: 1, until: 2 }, 'from', 3)).toEqual({ from: 3, until: null })
    expect(withMark({ from: 1, until: 2 }, 'until', 0.5)).toEqual({ from: null, until: 0.5 })
    const time = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('from' as const, 'until' as const), time)), (presses) => {
        const { from, until } = presses.reduce((marks, [which, at]) => withMark(marks, which, at), noLoopMarks)
        if (from !== null && until !== null) expect(from).toBeLessThan(until)
      })
    )
  })

  it('starts again at its end if looping is on', () => {
    const marks = { from: 1, until: 2 }
    expect(loopSeekTarget(2, marks, true, 4)).toBe(1)
    expect(loopSeekTarget(1.5, marks, true, 4)).toBeNull()
    expect(loopSeekTarget(0.2, marks, true, 4)).toBeNull()
    expect(loopSeekTarget(2, marks, false, 4)).toBeNull()
    expect(loopSeekTarget(4, noLoopMarks, true, 4)).toBe(0)
    expect(loopSeekTarget(0, noLoopMarks, true, Number.NaN)).toBeNull()
  })
})

describe('playback', () => {
  it('shows the time to the hundredth of a second', () => {
    expect([0, 3.42, 61.005, 600].map(formatPlaybackTime)).toEqual(['0:00.00', '0:03.42', '1:01.00', '10:00.00'])
    expect([3_600, 7_325.5].map(formatPlaybackTime)).toEqual(['1:00:00.00', '2:02:05.50'])
  })

  it('steps through the speeds and stays at the last', () => {
    expect([nextPlaybackSpeed(1, 1), nextPlaybackSpeed(1, -1), nextPlaybackSpeed(2, 1), nextPlaybackSpeed(0.25, -1)]).toEqual([
      1.25, 0.75, 2, 0.25
    ])
  })

  it('resynchronises a second video that drifts, and keeps a shorter one at its end', () => {
    expect(followerSeekTarget(2, 1.97, 4)).toBeNull()
    expect(followerSeekTarget(2, 1.5, 4)).toBe(2)
    expect(followerSeekTarget(3.5, 3, 3)).toBeNull()
    expect(followerSeekTarget(3.5, 1, 3)).toBe(3)
    expect(followerSeekTarget(1, 0, Number.NaN)).toBe(1)
  })

  it.each([0.3, 0.7, 1, 2, 10, 12, 23.976, 24, 25, 29.97, 30, 50, 60])(
    'finds the next and the previous frame of a video with %s frames per second',
    (rate) => {
      const frameOf = (seconds: number): number => Math.floor(seconds * rate + 1e-9)
      const frameAt = 7 / rate
      const next = candidateFrameTimes(frameAt, 1, 100).find((guess) => frameOf(guess) !== 7)
      const last = candidateFrameTimes(frameAt, -1, 100).find((guess) => frameOf(guess) !== 7)
      expect([frameOf(next ?? 0), frameOf(last ?? 0)]).toEqual([8, 6])
    }
  )
})

describe('the last frame', () => {
  it('is not passed by a step forward', () => {
    const guesses = candidateFrameTimes(4 - 1 / 24, 1, 4)
    expect(guesses.every((guess) => guess < 4)).toBe(true)
    expect(new Set(guesses).size).toBe(guesses.length)
    expect(candidateFrameTimes(0, 1, 0)).toEqual([0])
  })
})

describe('a waveform', () => {
  it('shows the peak of each section across all channels', () => {
    const left = Float32Array.from([0, 0.5, -1, 0.25])
    const right = Float32Array.from([0.75, 0, 0, 0])
    expect([...peaksOf([left, right], 2)]).toEqual([0.75, 1])
  })

  it('of audio with fewer samples than bars has no gaps', () => {
    expect([...peaksOf([Float32Array.from([0.5])], 3)]).toEqual([0.5, 0.5, 0.5])
    expect([...peaksOf([], 2)]).toEqual([0, 0])
  })

  it('of quiet audio is as high as that of loud audio, and silence is flat', () => {
    expect([...normalizePeaks(Float32Array.from([0.125, 0.25]))]).toEqual([0.5, 1])
    expect([...normalizePeaks(Float32Array.from([0, 0.0001]))].every((peak) => peak < 0.001)).toBe(true)
  })
})

it('a model is displayed if its format is supported and it is not too large', () => {
  expect(canDisplayModel('model/gltf-binary', 1000)).toBe(true)
  expect(canDisplayModel('model/stl', 1000)).toBe(true)
  expect(canDisplayModel('model/3mf', 1000)).toBe(false)
  expect(canDisplayModel('model/gltf-binary', 2 ** 30)).toBe(false)
  // Text formats have a smaller maximum size. An STL file counts as binary if its size is 84 bytes plus 50 bytes per triangle.
  expect(canDisplayModel('model/obj', 300_000_000)).toBe(false)
  expect(canDisplayModel('model/stl', 84 + 50 * 6_000_000)).toBe(true)
  expect(canDisplayModel('model/stl', 85 + 50 * 6_000_000)).toBe(false)
})
