import { describe, expect, it } from 'vitest'
import { errorPolicy, policyFor } from '../../../electron/core/error-policy.ts'
import { newFault } from '../../../shared/fault.ts'
import { refusals } from './refusals.ts'
import { section7 } from './section-7.ts'
import { errorOf } from './test-table.ts'
import { unknownOutcomes } from './unknown-outcomes.ts'
import { waits } from './waits.ts'

const told = [...refusals, ...waits, ...unknownOutcomes]

describe('section 7 of the spec', () => {
  it('has an integration test for each row', () => {
    const rows = told.map(([row]) => row)
    expect(section7.filter((row) => !rows.includes(row))).toEqual([])
    expect(new Set(rows).size).toBe(rows.length)
  })

  it('has an integration test of a submission for each row', () => {
    const without = told.filter(([, scenarios]) => !scenarios.some(({ at }) => at === 'submit'))
    expect(without.map(([row]) => row)).toEqual([])
  })

  it('has an error policy row of the same name for each row', () => {
    for (const row of section7) {
      const [, name = ''] = row.split(' ')
      const { httpStatus, errorType } = errorOf(row)
      expect(policyFor(newFault('submit', 'refusal', { httpStatus, errorType })).name).toContain(name)
    }
  })

  it('contains every error type that the error policy names', () => {
    const known = new Set<string>(section7.map((row) => row.split(' ')[1] ?? ''))
    const named = errorPolicy.flatMap(({ name }) => name.replace(/:.*/, '').split(', '))
    expect(named.filter((name) => /^[A-Z*_]+$/.test(name) && !known.has(name))).toEqual([])
  })
})
