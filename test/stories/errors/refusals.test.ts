import { refusals } from './refusals.ts'
import { tellTable } from './tell-table.ts'

tellTable(refusals)
