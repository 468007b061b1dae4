import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Files that aren't compared, because they change even if no user data is saved. */
const noState = /^(?:logs|backups)\b|\.log(\.\d)?$|-wal$|-shm$|in-use\.lock/

/** Returns digests of a Kiln folder's database tables and other files, by name. */
export function readFolderState(folder: string): ReadonlyMap<string, string> {
  const state = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile() || noState.test(name)) continue
    const bytes = readFileSync(path)
    if (bytes.subarray(0, 15).toString('latin1') !== 'SQLite format 3') state.set(name, digestOf(bytes))
    else for (const [table, rows] of rowsIn(path)) state.set(`${name}: ${table}`, rows)
  }
  return state
}

/** Returns the names whose content differs, including added and removed names. */
export function changedNames(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

function rowsIn(path: string): ReadonlyMap<string, string> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL").all()
    return new Map(
      names.map(({ name }) => {
        const digest = createHash('sha256')
        let count = 0
        const statement = database.prepare(`SELECT * FROM "${String(name)}"`)
        // Reads integers as BigInt, because image digests exceed JavaScript's safe integer range.
        statement.setReadBigInts(true)
        for (const row of statement.iterate()) {
          count += 1
          digest.update(JSON.stringify(row, (_key, value: unknown) => plain(value)))
        }
        return [String(name), `${count} rows, ${digest.digest('hex')}`]
      })
    )
  } finally {
    database.close()
  }
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? digestOf(value) : value
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
