/** Problem that a SQLite error reports. `invalid-sql`: the SQL is wrong, or doesn't match the file's tables. */
type SqliteProblem = 'invalid-sql' | 'busy' | 'no-access' | 'full' | 'damaged'

/** Problems by SQLite's primary result code (sqlite.org/rescode.html). */
const problemOfCode: ReadonlyMap<number, SqliteProblem> = new Map([
  [1, 'invalid-sql'], // ERROR
  [3, 'no-access'], // PERM
  [5, 'busy'], // BUSY
  [6, 'busy'], // LOCKED
  [8, 'no-access'], // READONLY
  [10, 'no-access'], // IOERR
  [11, 'damaged'], // CORRUPT
  [13, 'full'], // FULL
  [14, 'no-access'], // CANTOPEN
  [26, 'damaged'] // NOTADB
])

/** Returns the problem that a SQLite error reports. Null for any other error, and for a SQLite error that isn't listed above. */
export function sqliteProblem(error: unknown): SqliteProblem | null {
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
  // SQLite keeps the extended result code in the upper bits.
  return problemOfCode.get(code & 0xff) ?? null
}
