import { waitScenarios } from './wait-scenarios.ts'
import { testErrorTable } from './test-error-table.ts'

testErrorTable(waitScenarios)
