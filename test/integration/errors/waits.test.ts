import { waits } from './waits.ts'
import { testTable } from './test-table.ts'

testTable(waits)
