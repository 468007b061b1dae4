import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DatabasePurpose, openDatabase } from '../../../electron/database/open-database.ts'
import { sqliteProblem } from '../../../electron/database/sqlite-problem.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiln-open-database-'))
  path = join(folder, 'some.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const pragmas = [
  'journal_mode',
  'synchronous',
  'busy_timeout',
  'foreign_keys',
  'fullfsync',
  'checkpoint_fullfsync',
  'cache_size',
  'locking_mode'
]
const onMac = process.platform === 'darwin' ? 1 : 0
/**
 * SQLite's default values, which apply unless a purpose changes them. `synchronous`: 1 is NORMAL, 2 is FULL. `cache_size` isn't listed,
 * because its default differs between builds. A negative `cache_size` is in kilobytes.
 */
const defaults = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  fullfsync: 0,
  checkpoint_fullfsync: 0,
  locking_mode: 'normal'
}

/** Values that each kind of connection must have. A weaker value may lose data that a user already has on disk. */
const required: { readonly [purpose in DatabasePurpose]: { readonly [pragma: string]: unknown } } = {
  journal: { ...defaults, busy_timeout: 20, fullfsync: onMac, checkpoint_fullfsync: onMac },
  'journal-check': { ...defaults, busy_timeout: 20 },
  'journal-copy': { ...defaults, busy_timeout: 5_000 },
  workspace: { ...defaults, busy_timeout: 20, synchronous: 1 },
  'library-index': { ...defaults, busy_timeout: 2_000, synchronous: 1, cache_size: -32_000 },
  'library-index-check': { ...defaults, busy_timeout: 2_000 },
  'data-folder-lock': { ...defaults, busy_timeout: 20, journal_mode: 'memory', locking_mode: 'exclusive' }
}
const readOnly: readonly DatabasePurpose[] = ['journal-check', 'journal-copy', 'library-index-check']
const purposes = Object.keys(required) as readonly DatabasePurpose[]

/** Creates a database file for the purpose, as if an earlier connection had created it. */
function createFile(purpose: DatabasePurpose): void {
  const database = new DatabaseSync(path)
  if (purpose !== 'data-folder-lock') database.exec('PRAGMA journal_mode = WAL')
  database.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY); INSERT INTO kept VALUES (1)')
  database.close()
}

describe.each(purposes)('a connection for %s', (purpose) => {
  it('has the required settings', () => {
    createFile(purpose)
    using database = openDatabase(path, purpose)
    const found = pragmas.map((pragma) => [pragma, Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]])
    expect(Object.fromEntries(found)).toMatchObject(required[purpose])
  })

  it('writes only if the purpose allows it', () => {
    createFile(purpose)
    using database = openDatabase(path, purpose)
    const write = (): unknown => database.exec('INSERT INTO kept VALUES (2)')
    if (readOnly.includes(purpose)) expect(write).toThrow('readonly')
    else expect(write).not.toThrow()
  })

  it('creates a missing file only if the purpose allows it', () => {
    if (readOnly.includes(purpose)) expect(() => openDatabase(path, purpose)).toThrow('unable to open')
    else openDatabase(path, purpose).close()
    expect(existsSync(path)).toBe(!readOnly.includes(purpose))
  })

  it('loads no extensions and keeps SQLite’s own tables', () => {
    createFile(purpose)
    using database = openDatabase(path, purpose)
    expect(() => database.enableLoadExtension(true)).toThrow()
    expect(() => database.exec('PRAGMA writable_schema = 1; DELETE FROM sqlite_schema')).toThrow('may not be modified')
  })
})

describe('openDatabase', () => {
  it('leaves a file unchanged that isn’t a database', () => {
    const text = 'This is no database, whatever its name says. '.repeat(100)
    writeFileSync(path, text)
    for (const purpose of purposes.filter((name) => !readOnly.includes(name))) {
      let problem: string | null = null
      try {
        openDatabase(path, purpose).close()
      } catch (error) {
        problem = sqliteProblem(error)
      }
      expect([purpose, problem]).toEqual([purpose, 'damaged'])
    }
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('opens an empty database in memory', () => {
    using database = openDatabase(':memory:', 'workspace')
    expect(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()).toEqual({ count: 0 })
  })

  it('lets only one connection have the data folder’s lock', () => {
    const lock = openDatabase(path, 'data-folder-lock')
    expect(() => openDatabase(path, 'data-folder-lock')).toThrow('locked')
    lock.close()
    openDatabase(path, 'data-folder-lock').close()
  })
})
