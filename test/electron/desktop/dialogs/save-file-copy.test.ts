import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertFolderWritable, saveFileCopy, saveText } from '../../../../electron/desktop/dialogs/save-file-copy.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-save-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('saving a text', () => {
  it('replaces the existing file and leaves no other file behind', async () => {
    await writeFile(join(folder, 'ledger.csv'), 'older')
    await saveText('Time\r\n', join(folder, 'ledger.csv'))
    expect(await readFile(join(folder, 'ledger.csv'), 'utf8')).toBe('Time\r\n')
    expect(await readdir(folder)).toEqual(['ledger.csv'])
  })

  it('explains a failure', async () => {
    await expect(saveText('x', join(folder, 'nowhere', 'ledger.csv'))).rejects.toMatchObject({
      name: 'UserFacingError',
      message: 'The file couldn’t be saved.'
    })
    await writeFile(join(folder, 'a-file'), '')
    await expect(saveText('x', join(folder, 'a-file', 'ledger.csv'))).rejects.toMatchObject({
      name: 'UserFacingError',
      advice: 'The chosen location isn’t a folder. Choose another one.'
    })
  })
})

describe('save as', () => {
  it('copies the file and leaves no other file behind', async () => {
    await writeFile(join(folder, 'from.png'), 'picture')
    await saveFileCopy(join(folder, 'from.png'), join(folder, 'to.png'))
    expect(await readFile(join(folder, 'to.png'), 'utf8')).toBe('picture')
    expect((await readdir(folder)).toSorted()).toEqual(['from.png', 'to.png'])
  })

  it('replaces the existing file', async () => {
    await writeFile(join(folder, 'from.png'), 'picture')
    await writeFile(join(folder, 'to.png'), 'older')
    await saveFileCopy(join(folder, 'from.png'), join(folder, 'to.png'))
    expect(await readFile(join(folder, 'to.png'), 'utf8')).toBe('picture')
  })

  it('keeps the file intact if it is saved onto itself', async () => {
    await writeFile(join(folder, 'from.png'), 'picture')
    await saveFileCopy(join(folder, 'from.png'), join(folder, 'from.png'))
    expect(await readFile(join(folder, 'from.png'), 'utf8')).toBe('picture')
  })

  it('reports a missing file and keeps the target unchanged', async () => {
    await writeFile(join(folder, 'to.png'), 'older')
    await expect(saveFileCopy(join(folder, 'from.png'), join(folder, 'to.png'))).rejects.toMatchObject({
      name: 'UserFacingError',
      message: 'The file isn’t in the library folder any more.'
    })
    expect(await readFile(join(folder, 'to.png'), 'utf8')).toBe('older')
    expect(await readdir(folder)).toEqual(['to.png'])
  })

  it('reports a missing target folder', async () => {
    await writeFile(join(folder, 'from.png'), 'picture')
    await expect(saveFileCopy(join(folder, 'from.png'), join(folder, 'nowhere', 'to.png'))).rejects.toMatchObject({
      message: 'The copy couldn’t be saved.',
      advice: 'Choose another folder.'
    })
  })
})

describe('a library folder', () => {
  it('is created if it is missing, and left empty', async () => {
    await assertFolderWritable(join(folder, 'a', 'b'))
    expect(await readdir(join(folder, 'a', 'b'))).toEqual([])
  })

  it('is rejected if there is a file at its path', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(assertFolderWritable(join(folder, 'file'))).rejects.toMatchObject({
      name: 'UserFacingError',
      message: 'Kiln can’t save to this folder.'
    })
  })
})
