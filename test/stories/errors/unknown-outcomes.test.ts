import { unknownOutcomes } from './unknown-outcomes.ts'
import { tellTable } from './tell-table.ts'

tellTable(unknownOutcomes)
