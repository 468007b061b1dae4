import { describe, expect, it } from 'vitest'
import { type ErrorScenario, testErrorScenario } from './error-scenario.ts'
import type { SpecErrorType } from './section-7.ts'

/** Rows of section 7 in the spec's order, each with its scenarios. Error types that section 7 doesn't list come last. */
export type ErrorTable = readonly (readonly [row: SpecErrorType | `${number} ${string}`, scenarios: readonly ErrorScenario[]])[]

/** An example for each error type pattern with an asterisk. */
const examples: { readonly [pattern: string]: string } = {
  '*_SERVICE_UNAVAILABLE': 'IMAGE_SERVICE_UNAVAILABLE',
  'UPSTREAM_*': 'UPSTREAM_TIMEOUT'
}

/** Returns the HTTP status and error type of a row. Replaces a pattern with its example. */
export function parseErrorRow(row: string): { readonly httpStatus: number; readonly errorType: string } {
  const [httpStatus = '', errorType = ''] = row.split(' ')
  return { httpStatus: Number(httpStatus), errorType: examples[errorType] ?? errorType }
}

/** Registers each scenario of the table as a test. */
export function testErrorTable(table: ErrorTable): void {
  describe.each(table)('%s', (row, scenarios) => {
    const { httpStatus, errorType } = parseErrorRow(row)
    it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
      await expect(testErrorScenario(httpStatus, errorType, scenario)).resolves.toBeUndefined()
    })
  })
}
