import { refusals } from './refusals.ts'
import { testTable } from './test-table.ts'

testTable(refusals)
