import { describe, expect, it } from 'vitest'
import { mediaFileFilters } from '../../../../electron/desktop/dialogs/media-file-filters.ts'

describe('a file dialog’s filters', () => {
  it('offer the field’s formats in both cases and spellings, then all files', () => {
    expect(mediaFileFilters({ medium: 'image', formats: ['png', 'jpg'] })).toEqual([
      { name: 'Images', extensions: ['png', 'PNG', 'jpg', 'JPG', 'jpeg', 'JPEG'] },
      { name: 'All files', extensions: ['*'] }
    ])
  })
  it('offer the medium’s usual formats if the field names none', () => {
    expect(mediaFileFilters({ medium: 'video' })[0]).toMatchObject({
      name: 'Videos',
      extensions: expect.arrayContaining(['mp4', 'MOV', 'webm'])
    })
  })
  it('offer all files for an unknown field', () => {
    expect(mediaFileFilters(null)).toEqual([{ name: 'All files', extensions: ['*'] }])
  })
})
