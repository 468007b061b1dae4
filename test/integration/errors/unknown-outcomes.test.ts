import { unknownOutcomeScenarios } from './unknown-outcome-scenarios.ts'
import { testErrorTable } from './test-error-table.ts'

testErrorTable(unknownOutcomeScenarios)
