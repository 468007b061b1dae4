import { DatabaseSync } from 'node:sqlite'
import { hideFreeBytes } from './hide-free-bytes.ts'

/** A simulated full disk. `makeRoom`: frees the space. `refused`: returns the number of transactions that have failed so far. */
export type JournalDiskSimulation = { readonly makeRoom: () => void; readonly refused: () => number }

/** Lets `commits` journal transactions succeed. All later ones fail as on a full disk, until `makeRoom` is called. */
export function fillJournalDisk(commits = 0): JournalDiskSimulation {
  const { exec } = DatabaseSync.prototype
  const showFreeBytes = hideFreeBytes()
  let isRoom = false
  let left = commits
  let refused = 0
  function execOnFullDisk(this: DatabaseSync, sql: string): void {
    if (!isRoom && sql === 'COMMIT' && left === 0) {
      refused += 1
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    }
    if (sql === 'COMMIT') left -= 1
    exec.call(this, sql)
  }
  DatabaseSync.prototype.exec = execOnFullDisk
  return {
    makeRoom: () => {
      isRoom = true
      showFreeBytes()
      if (DatabaseSync.prototype.exec === execOnFullDisk) DatabaseSync.prototype.exec = exec
    },
    refused: () => refused
  }
}
