import { tellTable } from './tell-table.ts'
import { hintsEverywhere } from './unknown-outcomes.ts'

tellTable([['503 BILLING_OUTCOME_UNKNOWN', hintsEverywhere]])
