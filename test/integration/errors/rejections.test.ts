import { rejectionScenarios } from './rejection-scenarios.ts'
import { testErrorTable } from './test-error-table.ts'

testErrorTable(rejectionScenarios)
