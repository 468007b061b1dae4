import type { DatabaseSync } from 'node:sqlite'

/** Returns the number of migrations that have been applied to the file. 0 for a new file. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** Runs the missing migrations, each in its own transaction. The nth migration leads to version n. A newer file isn't changed. */
export function migrateDatabase(database: DatabaseSync, migrations: readonly string[]): void {
  for (let version = schemaVersion(database); version < migrations.length; version += 1)
    database.exec(`BEGIN IMMEDIATE; ${migrations[version]}; PRAGMA user_version = ${version + 1}; COMMIT`)
}
