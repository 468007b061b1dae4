import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutations } from '../robot/mutations.ts'
import { scenarios } from '../robot/scenarios/scenarios.ts'
import { mutationGuards } from '../tools/mutation-guards.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the guards for mutation tests', () => {
  it.each(mutationGuards)('$name: occurs in the code, and its tests exist', ({ file, code, broken, tests }) => {
    expect(readFileSync(join(root, file), 'utf8').split(code)).toHaveLength(2)
    expect(broken).not.toBe(code)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('the robot’s mutations', () => {
  it.each(mutations)('$finding: each edit’s code occurs once, and its scenario exists', ({ edits, scenario }) => {
    for (const { file, code, broken } of edits) {
      expect(readFileSync(join(root, file), 'utf8').split(code), file).toHaveLength(2)
      expect(broken).not.toBe(code)
    }
    expect(scenarios.map(({ name }) => name)).toContain(scenario)
  })
})
