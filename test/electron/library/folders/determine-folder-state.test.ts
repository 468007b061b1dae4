import { describe, expect, it } from 'vitest'
import {
  type FolderState,
  type FoundFolder,
  determineFolderState,
  type KnownFolder
} from '../../../../electron/library/folders/determine-folder-state.ts'

const folder = (found: Partial<Extract<FoundFolder, { is: 'folder' }>> = {}): FoundFolder => ({
  is: 'folder',
  mark: 'ours',
  isWritable: true,
  hasKnownResults: false,
  ...found
})
const known: KnownFolder = { mark: 'ours' }
const unmarked: KnownFolder = { mark: null }

const rows: readonly (readonly [string, KnownFolder | null, FoundFolder, FolderState])[] = [
  ['is ready if the folder is unchanged', known, folder(), 'ready'],
  ['is missing if nothing is at its path', known, { is: 'nothing' }, 'missing'],
  ['is strange if only the drive’s mount point is left', known, folder({ mark: null }), 'strange'],
  ['is strange if another drive’s library is there', known, folder({ mark: 'theirs' }), 'strange'],
  [
    'is strange if it’s another drive’s library, even with our results',
    known,
    folder({ mark: 'theirs', hasKnownResults: true }),
    'strange'
  ],
  ['is ready if a copy lacks the hidden mark', known, folder({ mark: null, hasKnownResults: true }), 'ready'],
  ['isn’t writable if the drive is locked', known, folder({ isWritable: false }), 'not-writable'],
  ['isn’t writable if the folder can’t be read', known, { is: 'shut' }, 'not-writable'],
  ['is ready if the folder could never be marked', unmarked, folder({ mark: null }), 'ready'],
  ['is missing if a folder that could never be marked is gone', unmarked, { is: 'nothing' }, 'missing'],
  ['is ready if the folder is unused', null, folder({ mark: null }), 'ready'],
  ['is ready if the library came from another computer', null, folder({ mark: 'theirs' }), 'ready'],
  ['is missing if an unused folder doesn’t exist', null, { is: 'nothing' }, 'missing']
]

describe('the state of the library folder', () => {
  it.each(rows)('%s', (_what, before, found, state) => {
    expect(determineFolderState(before, found)).toBe(state)
  })
})
