import { unknownOutcomes } from './unknown-outcomes.ts'
import { testTable } from './test-table.ts'

testTable(unknownOutcomes)
