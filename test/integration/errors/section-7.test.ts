import { describe, expect, it } from 'vitest'
import { errorPolicy, policyFor } from '../../../electron/tasks/machine/error-policy.ts'
import { newFault } from '../../../shared/task/fault.ts'
import { rejectionScenarios } from './rejection-scenarios.ts'
import { specErrorTypes } from './section-7.ts'
import { parseErrorRow } from './test-error-table.ts'
import { unknownOutcomeScenarios } from './unknown-outcome-scenarios.ts'
import { waitScenarios } from './wait-scenarios.ts'

const told = [...rejectionScenarios, ...waitScenarios, ...unknownOutcomeScenarios]

describe('section 7 of the spec', () => {
  it('has an integration test for each row', () => {
    const rows = told.map(([row]) => row)
    expect(specErrorTypes.filter((row) => !rows.includes(row))).toEqual([])
    expect(new Set(rows).size).toBe(rows.length)
  })

  it('has an integration test of a submission for each row', () => {
    const without = told.filter(([, scenarios]) => !scenarios.some(({ at }) => at === 'submit'))
    expect(without.map(([row]) => row)).toEqual([])
  })

  it('has an error policy row of the same name for each row', () => {
    for (const row of specErrorTypes) {
      const [, name = ''] = row.split(' ')
      const { httpStatus, errorType } = parseErrorRow(row)
      expect(policyFor(newFault('submit', 'refusal', { httpStatus, errorType })).name).toContain(name)
    }
  })

  it('contains every error type that the error policy names', () => {
    const known = new Set<string>(specErrorTypes.map((row) => row.split(' ')[1] ?? ''))
    const named = errorPolicy.flatMap(({ name }) => name.replace(/:.*/, '').split(', '))
    expect(named.filter((name) => /^[A-Z*_]+$/.test(name) && !known.has(name))).toEqual([])
  })
})
