import { testTable } from './test-table.ts'
import { hintsEverywhere } from './unknown-outcomes.ts'

testTable([['503 BILLING_OUTCOME_UNKNOWN', hintsEverywhere]])
