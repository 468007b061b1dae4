import { copyFile, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readFileIdentity, isSameFile } from '../../../../electron/tasks/journal/file-identity.ts'

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-identity-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('a file’s identity', () => {
  it('stays the same when the file is written or moved, and differs for a copy', async () => {
    const folder = await scratch()
    const path = join(folder, 'journal.db')
    await writeFile(path, 'one')
    const identity = await readFileIdentity(path)
    expect(identity.inode).toBe(String((await stat(path)).ino))
    await writeFile(path, 'two')
    await rename(path, join(folder, 'moved.db'))
    expect(isSameFile(identity, await readFileIdentity(join(folder, 'moved.db')))).toBe(true)
    await copyFile(join(folder, 'moved.db'), path)
    expect(isSameFile(identity, await readFileIdentity(path))).toBe(false)
  })

  const known = { inode: '1', birthTimeInNs: '10' }
  it.each([
    ['the same inode and birth time', known, known, true],
    ['another inode', known, { inode: '2', birthTimeInNs: '10' }, false],
    ['the inode of a deleted file', known, { inode: '1', birthTimeInNs: '11' }, false],
    ['no birth time', known, { inode: '1', birthTimeInNs: null }, true],
    ['no birth time and another inode', known, { inode: '2', birthTimeInNs: null }, false],
    ['no inode', known, { inode: null, birthTimeInNs: '10' }, true],
    ['no inode and another birth time', known, { inode: null, birthTimeInNs: '11' }, false],
    ['neither', known, { inode: null, birthTimeInNs: null }, true]
  ])('is compared by the known values: %s', (_what, one, other, isSame) => {
    expect([isSameFile(one, other), isSameFile(other, one)]).toEqual([isSame, isSame])
  })
})
