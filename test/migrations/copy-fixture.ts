import { cp, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { fixtureBuildFolder, type Fixture } from './fixtures.ts'

/**
 * Copies a fixture to a temporary folder and returns the folder's path. Updates the file paths in the journal and the library index.
 * Removes the journal's identity, so that Kiln doesn't detect the journal as a copy.
 */
export async function copyFixture(fixture: Fixture): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'kiln-migration-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  const folder = join(parent, 'home')
  await cp(fixture.folder, folder, { recursive: true })
  move(join(folder, 'data', 'journal.db'), ['tasks.record', 'digests.path'], folder)
  forgetIdentity(join(folder, 'data', 'journal.db'))
  move(join(folder, 'data', 'library.sqlite'), ['items.path'], folder)
  return folder
}

/** Removes the journal's identity, so that Kiln doesn't detect the journal as a copy. */
export function forgetIdentity(path: string): void {
  const database = new DatabaseSync(path)
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined) database.exec('DELETE FROM meta')
  database.close()
}

function move(path: string, places: readonly string[], folder: string): void {
  if (!existsSync(path)) return
  const database = new DatabaseSync(path)
  for (const place of places) {
    const [table = '', column = ''] = place.split('.')
    database.prepare(`UPDATE ${table} SET ${column} = replace(${column}, ?, ?)`).run(fixtureBuildFolder, folder)
  }
  database.close()
}
