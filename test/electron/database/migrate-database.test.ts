import { describe, expect, it } from 'vitest'
import { databaseFaults } from '../../../electron/database/database-faults.ts'
import { inTransaction } from '../../../electron/database/in-transaction.ts'
import { migrateDatabase, schemaVersion } from '../../../electron/database/migrate-database.ts'
import { openDatabase } from '../../../electron/database/open-database.ts'

const migrations = ['CREATE TABLE kept (id INTEGER PRIMARY KEY)', 'INSERT INTO kept VALUES (1)', 'INSERT INTO kept VALUES (2)']

describe('migrateDatabase', () => {
  it('runs only the missing migrations, in order', () => {
    using database = openDatabase(':memory:', 'workspace')
    expect(schemaVersion(database)).toBe(0)
    migrateDatabase(database, migrations.slice(0, 2))
    expect(schemaVersion(database)).toBe(2)
    migrateDatabase(database, migrations)
    expect(database.prepare('SELECT id FROM kept').all()).toEqual([{ id: 1 }, { id: 2 }])
    expect(databaseFaults(database, 'quick_check', 1)).toEqual([])
  })

  it('leaves a newer database unchanged', () => {
    using database = openDatabase(':memory:', 'workspace')
    database.exec('PRAGMA user_version = 99')
    migrateDatabase(database, migrations)
    expect(schemaVersion(database)).toBe(99)
  })

  it('stops at a migration that fails, with the version before it', () => {
    using database = openDatabase(':memory:', 'workspace')
    expect(() => migrateDatabase(database, [...migrations.slice(0, 2), 'INSERT INTO missing VALUES (1)'])).toThrow('no such table')
    expect(schemaVersion(database)).toBe(2)
  })
})

describe('inTransaction', () => {
  it('returns the result of the work, and writes nothing if the work throws', () => {
    using database = openDatabase(':memory:', 'workspace')
    migrateDatabase(database, migrations.slice(0, 1))
    const insert = (id: number): number => {
      database.prepare('INSERT INTO kept VALUES (?)').run(id)
      return id
    }
    expect(inTransaction(database, () => insert(1))).toBe(1)
    expect(() => inTransaction(database, () => [insert(2), insert(1)])).toThrow('UNIQUE')
    expect(database.prepare('SELECT id FROM kept').all()).toEqual([{ id: 1 }])
  })
})
