import { describe, expect, it } from 'vitest'
import { type FolderState, type FoundFolder, identifyFolder, type KnownFolder } from '../../electron/library/identify-folder.ts'

const folder = (found: Partial<Extract<FoundFolder, { is: 'folder' }>> = {}): FoundFolder => ({
  is: 'folder',
  mark: 'ours',
  isWritable: true,
  holdsOurs: false,
  ...found
})
const known: KnownFolder = { mark: 'ours' }
const unmarked: KnownFolder = { mark: null }

const rows: readonly (readonly [string, KnownFolder | null, FoundFolder, FolderState])[] = [
  ['the folder as it was left', known, folder(), 'ready'],
  ['nothing at its path', known, { is: 'nothing' }, 'missing'],
  ['the bare place of a drive', known, folder({ mark: null }), 'strange'],
  ['the library of another drive', known, folder({ mark: 'theirs' }), 'strange'],
  ['the library of another drive, though it looks like ours', known, folder({ mark: 'theirs', holdsOurs: true }), 'strange'],
  ['a copy that left the hidden mark behind', known, folder({ mark: null, holdsOurs: true }), 'ready'],
  ['a drive that is locked', known, folder({ isWritable: false }), 'not-writable'],
  ['a folder that may not be looked into', known, { is: 'shut' }, 'not-writable'],
  ['a folder that could never be marked', unmarked, folder({ mark: null }), 'ready'],
  ['one that could never be marked, and is gone', unmarked, { is: 'nothing' }, 'missing'],
  ['an unused folder', null, folder({ mark: null }), 'ready'],
  ['a library that came from another computer', null, folder({ mark: 'theirs' }), 'ready'],
  ['an unused folder that doesn’t exist', null, { is: 'nothing' }, 'missing']
]

describe('what is found at the path of the library folder', () => {
  it.each(rows)('%s', (_what, before, found, state) => {
    expect(identifyFolder(before, found)).toBe(state)
  })
})
