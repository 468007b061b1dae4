import { describe, expect, it } from 'vitest'
import { storageBannerOf } from '../../../renderer/settings/storage-words.ts'
import { libraryStates, type StorageState } from '../../../shared/storage.ts'

const well: StorageState = { libraryFolder: '/drive/Kiln', library: 'ready', data: 'ready' }

describe('the banner about what can be kept on this computer', () => {
  it('is not there while all can be', () => {
    expect(storageBannerOf(well, 3)).toBeNull()
  })

  it.each(libraryStates.filter((state) => state !== 'ready'))(
    'says of a library that is %s what to do, and that results are safe, with how many wait',
    (library) => {
      for (const [waiting, who] of [
        [0, 'What is made meanwhile is safe'],
        [1, 'The result of 1 task waits; it is safe'],
        [300, 'The results of 300 tasks wait; they are safe']
      ] as const) {
        const facts = storageBannerOf({ ...well, library }, waiting)
        expect(facts?.isLibrary).toBe(true)
        expect(facts?.words).toContain('/drive/Kiln')
        expect(facts?.words).toContain(who)
        expect(facts?.words).toMatch(/choose (?:another folder|a folder anew)/)
      }
    }
  )

  it('says of the data folder first, since nothing is sent that can’t be written down', () => {
    const facts = storageBannerOf({ ...well, library: 'missing', data: 'full' }, 3)
    expect(facts).toEqual({
      title: 'The disk of Kiln’s data folder is full',
      words:
        'Nothing is sent that could not be written down first, so nothing is paid twice or lost. Make room; everything then goes on by itself.',
      isLibrary: false
    })
  })
})
