import { describe, expect, it } from 'vitest'
import { minuteOf, timeOf } from '../../../renderer/settings/time-of-day.ts'

describe('a time of day', () => {
  it.each([
    [0, '00:00'],
    [485, '08:05'],
    [1320, '22:00'],
    [1439, '23:59']
  ])('%i minutes after midnight is %s', (minute, time) => {
    expect([timeOf(minute), minuteOf(time)]).toEqual([time, minute])
  })

  it.each(['', '24:00', '7:00', '12:60', 'noon'])('is not “%s”', (time) => {
    expect(minuteOf(time)).toBeNull()
  })
})
