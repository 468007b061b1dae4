import { assertNever } from '../../shared/assert-never.ts'
import type { LibraryFolderState, StorageState } from '../../shared/library/storage.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

/** Texts for the worst storage problem. `isLibrary` is true if choosing another library folder can fix the problem. */
export type StorageBannerText = { readonly title: string; readonly description: string; readonly isLibrary: boolean }

/**
 * Returns the texts for the worst storage problem. Null if everything can be saved. `waiting` is the number of tasks whose results wait to
 * be saved.
 */
export function storageBannerText({ data, library, libraryFolder }: StorageState, waiting: number): StorageBannerText | null {
  if (data !== 'ready') {
    return {
      title: data === 'full' ? say('The disk with Kiln’s data folder is full') : say('Kiln can’t write to its data folder'),
      description: joinSentences(
        say('Kiln saves every task before sending it. Nothing is lost or charged twice.'),
        data === 'full'
          ? say('Free up space. Everything then resumes automatically.')
          : say('Check your permissions for this folder. Saving then resumes automatically.')
      ),
      isLibrary: false
    }
  }
  if (library === 'ready') return null
  return {
    title: titleOf(library),
    description: joinSentences(placeText(library, libraryFolder), waitingText(waiting, library)),
    isLibrary: true
  }
}

function titleOf(library: Exclude<LibraryFolderState, 'ready'>): string {
  switch (library) {
    case 'missing':
    case 'strange':
      return say('The library folder can’t be found')
    case 'not-writable':
      return say('Kiln can’t write to the library folder')
    case 'full':
      return say('The disk with the library folder is full')
    default:
      return assertNever(library)
  }
}

function placeText(library: Exclude<LibraryFolderState, 'ready'>, folder: string): string {
  switch (library) {
    case 'missing':
      return say('Connect the drive that contains {folder}. You can also choose another folder.', { folder })
    case 'strange':
      return say('The folder at {folder} isn’t the one with your results. Connect the right drive. You can also choose the folder again.', {
        folder
      })
    case 'not-writable':
      return say('Check the permissions of {folder} and whether its drive is write-protected. You can also choose another folder.', {
        folder
      })
    case 'full':
      return say('Free up space on the disk that contains {folder}. You can also choose another folder.', { folder })
    default:
      return assertNever(library)
  }
}

function waitingText(waiting: number, library: LibraryFolderState): string {
  const isFull = library === 'full'
  if (waiting === 0)
    return isFull
      ? say('New results are safe with the service. Saving resumes once there’s space.')
      : say('New results are safe with the service. Saving resumes once the folder is available.')
  return isFull
    ? say(
        '{waiting, plural, one {The result of # task is} other {The results of # tasks are}} safe with the service. Saving resumes once there’s space.',
        { waiting }
      )
    : say(
        '{waiting, plural, one {The result of # task is} other {The results of # tasks are}} safe with the service. Saving resumes once the folder is available.',
        { waiting }
      )
}
