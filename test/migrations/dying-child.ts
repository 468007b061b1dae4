import { DatabaseSync } from 'node:sqlite'
import { openDeskFile } from '../../electron/desk/desk-file.ts'

import { openForTest } from '../journal/open-for-test.ts'

/**
 * A child of `killed-migration.test.ts`: opens a journal or a desk, and kills itself within the transaction of a migration, once so many of its
 * statements were run. Ends by itself, with 0, where there are not as many.
 */
const [kind, path = '', statements] = process.argv.slice(2)
let left = Number(statements)

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  if (!sql.startsWith('BEGIN IMMEDIATE; ')) return exec.call(this, sql)
  for (const statement of sql.split(';').filter((part) => part.trim() !== '')) {
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
    exec.call(this, statement)
  }
}

if (kind === 'journal') (await openForTest(path)).close()
else openDeskFile(path, Date.now()).database.close()
