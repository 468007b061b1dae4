import { DatabaseSync } from 'node:sqlite'
import { openWorkspaceFile } from '../../electron/forms/workspace-file.ts'

import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'

/**
 * Child process of `killed-migration.test.ts`. Opens the journal or workspace at `path`. Kills itself after `statements` statements of
 * migration transactions. Exits with 0 if there are no further statements.
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

if (kind === 'journal') (await openTestJournal(path)).close()
else openWorkspaceFile(path, Date.now()).database.close()
