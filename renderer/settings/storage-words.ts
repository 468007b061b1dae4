import { assertNever } from '../../shared/assert-never.ts'
import type { LibraryState, StorageState } from '../../shared/storage.ts'
import { countWords } from '../ui/figures.ts'

/** What stands in the way of keeping things on this computer, worst first, one at a time. `isLibrary`: another folder is a way out. */
export type StorageBannerFacts = { readonly title: string; readonly words: string; readonly isLibrary: boolean }

/** `waiting`: tasks with results that wait to be saved. Null: all can be kept. */
export function storageBannerOf({ data, library, libraryFolder }: StorageState, waiting: number): StorageBannerFacts | null {
  if (data !== 'ready') {
    return {
      title: data === 'full' ? 'The disk of Kiln’s data folder is full' : 'Kiln can’t write into its data folder',
      words: `Nothing is sent that could not be written down first, so nothing is paid twice or lost. ${
        data === 'full' ? 'Make room; everything then goes on by itself.' : 'Everything goes on by itself once it can.'
      }`,
      isLibrary: false
    }
  }
  if (library === 'ready') return null
  return { title: titleOf(library), words: `${placeWords(library, libraryFolder)} ${waitingWords(waiting, library)}`, isLibrary: true }
}

function titleOf(library: Exclude<LibraryState, 'ready'>): string {
  switch (library) {
    case 'missing':
    case 'strange':
      return 'The library folder is not there'
    case 'not-writable':
      return 'Kiln may not write into the library folder'
    case 'full':
      return 'The disk of the library folder is full'
    default:
      return assertNever(library)
  }
}

function placeWords(library: Exclude<LibraryState, 'ready'>, folder: string): string {
  switch (library) {
    case 'missing':
      return `Connect the drive of ${folder}, or choose another folder.`
    case 'strange':
      return `What is at ${folder} is another folder than the one with your results. Connect its drive, or choose a folder anew.`
    case 'not-writable':
      return `Look at the rights of ${folder} or the lock of its drive, or choose another folder.`
    case 'full':
      return `Make room on the disk of ${folder}, or choose another folder.`
    default:
      return assertNever(library)
  }
}

function waitingWords(waiting: number, library: LibraryState): string {
  const when = library === 'full' ? 'as soon as there is room' : 'as soon as it can be'
  if (waiting === 0) return `What is made meanwhile is safe at the service, and saved ${when}.`
  const results = waiting === 1 ? 'The result of 1 task waits; it is' : `The results of ${countWords(waiting)} tasks wait; they are`
  return `${results} safe at the service, and saved ${when}.`
}
