import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openWorkspaceFile } from '../../electron/forms/workspace-file.ts'
import { workspaceMigrations as workspaceSteps } from '../../electron/forms/migrations.ts'
import { journalMigrations as journalSteps } from '../../electron/tasks/journal/migrations.ts'
import { hasKilledItself } from '../crash/has-killed-itself.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { forgetIdentity } from './copy-fixture.ts'
import { fixtures } from './fixtures.ts'

type Kind = 'journal' | 'desk'
const fileNames: Record<Kind, string> = { journal: 'journal.db', desk: 'desk.sqlite' }
const versions: Record<Kind, number> = { journal: journalSteps.length, desk: workspaceSteps.length }

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-killed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function versionOf(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  database.close()
  return version
}

/** Returns the name, SQL and rows of every table. Omits the file identity, because it differs in each file. */
function contentOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const content = tables.map(({ name, sql }) => [
    name,
    sql,
    database
      .prepare(`SELECT * FROM ${String(name)}`)
      .all()
      .filter((row) => row['name'] !== 'file')
  ])
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
  return content
}

async function open(kind: Kind, path: string): Promise<void> {
  if (kind === 'journal') {
    const journal = await openTestJournal(path)
    await journal.load()
    journal.batches()
    journal.close()
    return
  }
  const { database, warning } = openWorkspaceFile(path, 0)
  expect(warning).toBeNull()
  database.close()
}

/** Copies a database and removes the journal's identity, so that Kiln doesn't detect the copy. */
async function copyWithoutIdentity(from: string, to: string): Promise<void> {
  await cp(from, to)
  forgetIdentity(to)
}

/** Returns the initial states: no file, and each fixture of an older version. */
const startsOf = (kind: Kind): readonly (readonly [string, string | null])[] => [
  ['an empty folder', null],
  ...fixtures()
    .map(({ name, folder }) => [name, join(folder, 'data', fileNames[kind])] as const)
    .filter(([, path]) => isOfOldVersion(kind, path))
]

function isOfOldVersion(kind: Kind, path: string): boolean {
  try {
    // SQLite stores `user_version` in the four bytes at offset 60 of the file.
    return readFileSync(path).readUInt32BE(60) < versions[kind]
  } catch {
    return false
  }
}

describe.each(['journal', 'desk'] as const)('the %s, killed during a migration', (kind) => {
  it.each(startsOf(kind))(
    'from %s is intact when it is opened again after a kill at any statement',
    async (_name, start) => {
      const folder = await scratch()
      const undisturbed = join(folder, 'undisturbed')
      if (start !== null) await copyWithoutIdentity(start, undisturbed)
      await open(kind, undisturbed)
      const whole = contentOf(undisturbed)
      let kills = 0
      for (;;) {
        const path = join(folder, `killed-${kills}`)
        if (start !== null) await copyWithoutIdentity(start, path)
        const child = spawnSync(process.execPath, [join(import.meta.dirname, 'migration-child.ts'), kind, path, String(kills)], {
          encoding: 'utf8'
        })
        if (!hasKilledItself({ code: child.status, signal: child.signal, stderr: child.stderr })) {
          expect([child.status, child.stderr]).toEqual([0, ''])
          break
        }
        kills += 1
        expect(versionOf(path)).toBeLessThan(versions[kind])
        await open(kind, path)
        expect(versionOf(path)).toBe(versions[kind])
        expect(contentOf(path)).toEqual(whole)
      }
      // Each migration has at least four kill points. They precede `BEGIN`, a statement, the version and `COMMIT`.
      expect(kills).toBeGreaterThanOrEqual(4)
    },
    180_000
  )
})
