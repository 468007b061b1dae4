import { describe, expect, it } from 'vitest'
import { parseTimeOfDay, formatTimeOfDay } from '../../../renderer/settings/time-of-day.ts'

describe('a time of day', () => {
  it.each([
    [0, '00:00'],
    [485, '08:05'],
    [1320, '22:00'],
    [1439, '23:59']
  ])('%i minutes after midnight is %s', (minute, time) => {
    expect([formatTimeOfDay(minute), parseTimeOfDay(time)]).toEqual([time, minute])
  })

  it.each([
    ['7:05', 425],
    ['7.05', 425],
    ['0705', 425],
    ['705', 425],
    ['22', 1320],
    ['10 pm', 1320],
    ['10:30PM', 1350],
    ['12 am', 0],
    ['12 pm', 720],
    [' 9 ', 540]
  ])('is recognised in a common format: “%s”', (typed, minute) => {
    expect(parseTimeOfDay(typed)).toBe(minute)
  })

  it.each(['', '24:00', '12:60', 'noon', '7:0', '13 pm', '0 am', '123456', '-1'])('is not recognised in “%s”', (typed) => {
    expect(parseTimeOfDay(typed)).toBeNull()
  })
})
