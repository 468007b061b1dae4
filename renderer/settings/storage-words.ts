import { assertNever } from '../../shared/assert-never.ts'
import type { LibraryState, StorageState } from '../../shared/storage.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'

/** What stands in the way of keeping things on this computer, worst first, one at a time. `isLibrary`: another folder is a way out. */
export type StorageBannerFacts = { readonly title: string; readonly words: string; readonly isLibrary: boolean }

/** `waiting`: tasks with results that wait to be saved. Null: all can be kept. */
export function storageBannerOf({ data, library, libraryFolder }: StorageState, waiting: number): StorageBannerFacts | null {
  if (data !== 'ready') {
    return {
      title: data === 'full' ? say('The disk of Kiln’s data folder is full') : say('Kiln can’t write into its data folder'),
      words: sentences(
        say('Nothing is sent that could not be written down first, so nothing is paid twice or lost.'),
        data === 'full' ? say('Make room; everything then goes on by itself.') : say('Everything goes on by itself once it can.')
      ),
      isLibrary: false
    }
  }
  if (library === 'ready') return null
  return { title: titleOf(library), words: sentences(placeWords(library, libraryFolder), waitingWords(waiting, library)), isLibrary: true }
}

function titleOf(library: Exclude<LibraryState, 'ready'>): string {
  switch (library) {
    case 'missing':
    case 'strange':
      return say('The library folder is not there')
    case 'not-writable':
      return say('Kiln may not write into the library folder')
    case 'full':
      return say('The disk of the library folder is full')
    default:
      return assertNever(library)
  }
}

function placeWords(library: Exclude<LibraryState, 'ready'>, folder: string): string {
  switch (library) {
    case 'missing':
      return say('Connect the drive of {folder}, or choose another folder.', { folder })
    case 'strange':
      return say('What is at {folder} is another folder than the one with your results. Connect its drive, or choose a folder anew.', {
        folder
      })
    case 'not-writable':
      return say('Look at the rights of {folder} or the lock of its drive, or choose another folder.', { folder })
    case 'full':
      return say('Make room on the disk of {folder}, or choose another folder.', { folder })
    default:
      return assertNever(library)
  }
}

function waitingWords(waiting: number, library: LibraryState): string {
  const isFull = library === 'full'
  if (waiting === 0)
    return isFull
      ? say('What is made meanwhile is safe at the service, and saved as soon as there is room.')
      : say('What is made meanwhile is safe at the service, and saved as soon as it can be.')
  return isFull
    ? say(
        '{waiting, plural, one {The result of # task waits; it is} other {The results of # tasks wait; they are}} safe at the service, and saved as soon as there is room.',
        { waiting }
      )
    : say(
        '{waiting, plural, one {The result of # task waits; it is} other {The results of # tasks wait; they are}} safe at the service, and saved as soon as it can be.',
        { waiting }
      )
}
