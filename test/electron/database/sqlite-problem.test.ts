import { describe, expect, it } from 'vitest'
import { sqliteProblem } from '../../../electron/database/sqlite-problem.ts'

describe('a SQLite error', () => {
  it.each([
    [1, 'invalid-sql'],
    [5, 'busy'],
    // SQLITE_BUSY_SNAPSHOT, an extended code.
    [517, 'busy'],
    [6, 'busy'],
    [8, 'no-access'],
    [10, 'no-access'],
    // SQLITE_IOERR_FSYNC.
    [1_034, 'no-access'],
    [11, 'damaged'],
    [13, 'full'],
    [14, 'no-access'],
    [26, 'damaged'],
    // SQLITE_CONSTRAINT.
    [19, null]
  ])('with the code %d shows: %s', (errcode, problem) => {
    expect(sqliteProblem(Object.assign(new Error('some text'), { errcode }))).toBe(problem)
  })

  it.each([new Error('disk full'), { errcode: 13 }, null])('isn’t recognised in another value: %s', (error) => {
    expect(sqliteProblem(error)).toBeNull()
  })
})
