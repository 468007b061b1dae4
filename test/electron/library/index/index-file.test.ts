import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openIndexFile, replaceIndexFile } from '../../../../electron/library/index/index-file.ts'
import { openIndex } from '../../../../electron/library/index/open-index.ts'
import { anItem } from '../an-item.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiln-index-file-'))
  path = join(folder, 'library.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const person = { stars: 3, tags: ['best'], collections: [7] } as const

/** Creates a complete index with one item whose sidecar is written, and one whose sidecar isn't. */
function createIndex(): void {
  const index = openIndex(path)
  index.put([anItem({ id: 'a.1', stars: 1 })], true)
  index.put([anItem({ id: 'b.1', ...person })], false)
  index.filled()
  index.close()
}

function itemIds(): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const ids = database.prepare('SELECT id FROM items ORDER BY id').all()
  database.close()
  return ids.map(({ id }) => String(id))
}

function withDatabase(run: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path)
  run(database)
  database.close()
}

/**
 * Opens the index twice without completing it, as if a kill had interrupted the first start. Returns what each start salvages. The last
 * entry contains the items left once the index is complete.
 */
function salvagedAtStarts(): readonly unknown[] {
  const starts = [1, 2].map(() => {
    const index = openIndex(path)
    const { isNew } = index
    const salvaged = index.salvaged()
    index.close()
    return { isNew, salvaged }
  })
  const index = openIndex(path)
  index.filled()
  const left = index.salvaged()
  index.close()
  return [...starts, left]
}
const salvagedTwice = [{ isNew: true, salvaged: [{ id: 'b.1', person }] }, { isNew: true, salvaged: [{ id: 'b.1', person }] }, []]

describe('an index file', () => {
  it('stays as it is while another program uses it', () => {
    createIndex()
    withDatabase((other) => {
      other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE items SET stars = stars')
      expect(() => openIndexFile(path)).toThrow('locked')
      other.exec('COMMIT')
    })
    expect(itemIds()).toEqual(['a.1', 'b.1'])
    const { database, isNew } = openIndexFile(path)
    expect(isNew).toBe(false)
    database.close()
  })

  it('stays as it is if it can’t be opened', () => {
    createIndex()
    const bytes = readFileSync(path)
    // SQLite can't open its log if a folder is at its path.
    mkdirSync(`${path}-wal`)
    expect(() => openIndexFile(path)).toThrow()
    expect(readFileSync(path)).toEqual(bytes)
    rmSync(`${path}-wal`, { recursive: true })
    openIndexFile(path).database.close()
    expect(itemIds()).toEqual(['a.1', 'b.1'])
  })

  it('is in memory if it can’t be created', () => {
    const { database, isNew } = openIndexFile(join(folder, 'missing', 'library.sqlite'))
    expect(isNew).toBe(true)
    expect(database.prepare('SELECT count(*) AS count FROM items').get()).toEqual({ count: 0 })
    database.close()
  })

  it('is replaced if another database is at its path', () => {
    withDatabase((other) => other.exec('CREATE TABLE items (name TEXT)'))
    openIndexFile(path).database.close()
    expect(itemIds()).toEqual([])
  })

  it('is replaced without losing unwritten metadata if it has another version', () => {
    createIndex()
    withDatabase((database) => database.exec('PRAGMA user_version = 99'))
    expect(salvagedAtStarts()).toEqual(salvagedTwice)
  })

  it('is replaced without losing readable unwritten metadata if it is damaged', () => {
    createIndex()
    let page = 0
    withDatabase((database) => {
      page = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'recipes'").get()?.['rootpage'])
    })
    writeFileSync(path, readFileSync(path).fill(0x2a, (page - 1) * 4_096, page * 4_096))
    replaceIndexFile(path).database.close()
    expect(salvagedAtStarts()).toEqual(salvagedTwice)
  })

  it.each([
    ['the old file is complete', 'complete', (): void => undefined],
    ['the old file lost its log and its content', 'complete', (): void => writeFileSync(path, 'damaged')],
    ['the old file is deleted', 'complete', (): void => rmSync(path)],
    ['the new file is incomplete', 'incomplete', (): void => undefined]
  ] as const)('is replaced without losing unwritten metadata after a kill: %s', (_, state, kill) => {
    createIndex()
    withDatabase((database) => database.exec('PRAGMA user_version = 99'))
    const other = join(folder, 'other.sqlite')
    copyFileSync(path, other)
    replaceIndexFile(other).database.close()
    writeFileSync(`${path}.new`, readFileSync(other).subarray(0, state === 'complete' ? undefined : 5_000))
    kill()
    expect(salvagedAtStarts()).toEqual(salvagedTwice)
    expect(existsSync(`${path}.new`)).toBe(false)
  })

  it('prefers a later change to salvaged metadata', () => {
    const index = openIndex(path)
    index.put([anItem({ id: 'a.1' }), anItem({ id: 'b.1' })], true)
    index.salvage(['a.1', 'b.1'].map((id) => ({ id, person })))
    index.change({ keys: index.withIds(['a.1']).map(({ key }) => key), stars: 5 })
    expect(index.salvaged()).toEqual([{ id: 'b.1', person }])
    index.close()
  })

  it('keeps the unwritten metadata of a cleared index until it is filled again', () => {
    createIndex()
    const index = openIndex(path)
    index.clear()
    index.close()
    expect(salvagedAtStarts()).toEqual(salvagedTwice)
  })
})
