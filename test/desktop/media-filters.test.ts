import { describe, expect, it } from 'vitest'
import { mediaFilters } from '../../electron/desktop/media-filters.ts'

describe('what a file dialog offers', () => {
  it('is the formats of the field, in both cases and both spellings, and everything else behind them', () => {
    expect(mediaFilters({ medium: 'image', formats: ['png', 'jpg'] })).toEqual([
      { name: 'Images', extensions: ['png', 'PNG', 'jpg', 'JPG', 'jpeg', 'JPEG'] },
      { name: 'All files', extensions: ['*'] }
    ])
  })
  it('is the usual formats of the medium where the field names none', () => {
    expect(mediaFilters({ medium: 'video' })[0]).toMatchObject({
      name: 'Videos',
      extensions: expect.arrayContaining(['mp4', 'MOV', 'webm'])
    })
  })
  it('is everything where nothing is known of the field', () => {
    expect(mediaFilters(null)).toEqual([{ name: 'All files', extensions: ['*'] }])
  })
})
