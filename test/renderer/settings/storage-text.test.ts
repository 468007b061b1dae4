import { describe, expect, it } from 'vitest'
import { storageBannerText } from '../../../renderer/settings/storage-text.ts'
import { libraryFolderStates, type StorageState } from '../../../shared/library/storage.ts'

const well: StorageState = { libraryFolder: '/drive/Kiln', library: 'ready', data: 'ready' }

describe('the storage banner', () => {
  it('isn’t shown while everything can be saved', () => {
    expect(storageBannerText(well, 3)).toBeNull()
  })

  it.each(libraryFolderStates.filter((state) => state !== 'ready'))(
    'says how to fix a library that is %s, that results are safe, and how many tasks wait',
    (library) => {
      for (const [waiting, who] of [
        [0, 'New results are safe with the service'],
        [1, 'The result of 1 task is safe with the service'],
        [300, 'The results of 300 tasks are safe with the service']
      ] as const) {
        const facts = storageBannerText({ ...well, library }, waiting)
        expect(facts?.isLibrary).toBe(true)
        expect(facts?.description).toContain('/drive/Kiln')
        expect(facts?.description).toContain(who)
        expect(facts?.description).toMatch(/choose (?:another folder|the folder again)/)
      }
    }
  )

  it('names the data folder first, because nothing is sent before it is saved', () => {
    const facts = storageBannerText({ ...well, library: 'missing', data: 'full' }, 3)
    expect(facts).toEqual({
      title: 'The disk with Kiln’s data folder is full',
      description:
        'Kiln saves every task before sending it. Nothing is lost or charged twice. Free up space. Everything then resumes automatically.',
      isLibrary: false
    })
  })
})
