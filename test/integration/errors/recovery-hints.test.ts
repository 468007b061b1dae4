import { testErrorTable } from './test-error-table.ts'
import { hintLocationScenarios } from './unknown-outcome-scenarios.ts'

testErrorTable([['503 BILLING_OUTCOME_UNKNOWN', hintLocationScenarios]])
