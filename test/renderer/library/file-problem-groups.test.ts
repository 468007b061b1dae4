import { describe, expect, it } from 'vitest'
import { fileProblemGroups, libraryReportTitle } from '../../../renderer/library/file-problem-groups.ts'
import type { LibraryReport } from '../../../shared/library/library.ts'
import { aTile } from './a-tile.ts'

const allWell: LibraryReport = {
  verifiedAt: 0,
  isFolderThere: true,
  missing: [],
  changed: [],
  found: [],
  importedCount: 0,
  unrecognized: [],
  corruptSidecars: [],
  undisplayable: [],
  unwritten: 0,
  untrashed: 0,
  words: ['All files are in place.']
}

describe('the file check report', () => {
  it('is empty without problems, and has no title for unrecognised files', () => {
    expect(fileProblemGroups(allWell)).toEqual([])
    expect(libraryReportTitle(allWell)).toBeNull()
    expect(libraryReportTitle({ ...allWell, unrecognized: ['holiday.jpg'] })).toBeNull()
  })

  it('summarises the problems in one line', () => {
    expect(libraryReportTitle({ ...allWell, missing: [aTile({ key: 1 })] })).toBe('1 file is missing')
    const much = {
      ...allWell,
      missing: [aTile({ key: 1 }), aTile({ key: 2 })],
      changed: [aTile({ key: 3 })],
      corruptSidecars: ['a.json', 'b.json']
    }
    expect(libraryReportTitle(much)).toBe('2 files are missing, 1 file was changed by another app, 2 recipes can’t be read')
  })

  it('sorts files by name, and numbers by value', () => {
    const [strange] = fileProblemGroups({ ...allWell, unrecognized: ['scan 10.png', 'b.jpg', 'scan 9.png', 'A.jpg'] })
    expect(strange?.lines.map(({ name }) => name)).toEqual(['A.jpg', 'b.jpg', 'scan 9.png', 'scan 10.png'])
    expect(strange?.allWords).toBe('Import all 4')
  })

  it('offers repairs for each problem, lossless repairs first', () => {
    const parts = fileProblemGroups({
      ...allWell,
      missing: [aTile({ key: 1 })],
      changed: [aTile({ key: 2 })],
      unrecognized: ['a.jpg'],
      corruptSidecars: ['b.json']
    })
    expect(parts.map(({ kind, lines }) => [kind, lines[0]?.choices.map(({ repair }) => repair.how)])).toEqual([
      ['missing', ['fetch-again', 'forget']],
      ['changed', ['take-as-new', 'fetch-again']],
      ['strange', ['adopt']],
      ['torn', ['write-recipe']]
    ])
    expect(parts[0]?.lines[0]).toMatchObject({ name: 'a-red-vase.png', choices: [{ repair: { id: 'item-1' } }, {}] })
  })
})
