import type { DatabaseSync } from 'node:sqlite'
import { migrateDatabase, schemaVersion } from '../../database/migrate-database.ts'
import { journalMigrations } from './migrations.ts'

/** Migrates a journal's schema. Each step has its own transaction. */
export async function migrateJournal(database: DatabaseSync): Promise<void> {
  if (schemaVersion(database) >= journalMigrations.length) return
  // Loaded lazily, because a journal needs it only once.
  const { withFailureCode, noteDetailCode } = await import('./with-failure-code.ts')
  const { withNameCodes, withTitleCode } = await import('./with-name-codes.ts')
  const { withProvenance, withoutAxes } = await import('./with-provenance.ts')
  const options = { deterministic: true }
  database.function('with_failure_code', options, (record) => withFailureCode(String(record)))
  database.function('detail_of_note', options, (note) => noteDetailCode(note === null ? null : String(note)))
  database.function('with_name_codes', options, (record) => withNameCodes(String(record)))
  database.function('with_title_code', options, (record) => withTitleCode(String(record)))
  database.function('with_provenance', options, (record) => withProvenance(String(record)))
  database.function('without_axes', options, (record) => withoutAxes(String(record)))
  migrateDatabase(database, journalMigrations)
}
