import { waits } from './waits.ts'
import { tellTable } from './tell-table.ts'

tellTable(waits)
