import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, describe, onTestFinished } from 'vitest'
import { listFolder } from '../../../../electron/forms/batch/list-folder.ts'

async function folderWith(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), '')
  }
  return folder
}

describe('a folder’s files', () => {
  it('are listed in natural number order, without hidden files and other types', async () => {
    const folder = await folderWith([
      'b10.JPG',
      'b2.jpg',
      'a.png',
      '.DS_Store',
      '.hidden.png',
      'Thumbs.db',
      'notes.txt',
      'clip.mp4',
      'in/c.webp'
    ])
    const { files, otherFiles, subfolders } = await listFolder(folder, { medium: 'image', withSubfolders: false })
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'b2.jpg', 'b10.JPG'])
    expect([otherFiles, subfolders]).toEqual([2, 1])
  })

  it('can include subfolders, but not hidden ones or circular links', async () => {
    const folder = await folderWith(['a.png', 'in/b.png', 'in/deep/c.png', '.git/d.png', '__MACOSX/e.png'])
    await symlink(folder, join(folder, 'in', 'round'))
    await symlink(join(folder, 'a.png'), join(folder, 'link.png'))
    const { files } = await listFolder(folder, { medium: 'image', withSubfolders: true })
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'in/b.png', 'in/deep/c.png', 'link.png'])
  })

  it('can be of any medium if the field accepts any', async () => {
    const folder = await folderWith(['a.png', 'b.mp3', 'c.glb', 'd.txt'])
    expect((await listFolder(folder, { medium: null, withSubfolders: false })).files).toHaveLength(3)
  })

  it('are rejected with a message if the folder is missing or contains too many', async () => {
    await expect(listFolder('/nowhere/at/all', { medium: null, withSubfolders: false })).rejects.toMatchObject({
      message: 'This folder couldn’t be read.'
    })
    const folder = await folderWith(Array.from({ length: 5_001 }, (_, place) => `${place}.png`))
    await expect(listFolder(folder, { medium: 'image', withSubfolders: false })).rejects.toMatchObject({
      message: 'This folder contains more than 5,000 files. A batch can have at most 5,000 files.'
    })
  })
})
