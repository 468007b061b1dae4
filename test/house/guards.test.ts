import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guards } from '../tools/guards.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the guards that the mutation round breaks', () => {
  it.each(guards)('$name: stands in the code, and its tests are there', ({ file, code, broken, tests }) => {
    expect(readFileSync(join(root, file), 'utf8').split(code)).toHaveLength(2)
    expect(broken).not.toBe(code)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
