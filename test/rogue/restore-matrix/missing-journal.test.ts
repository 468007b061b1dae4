import { describe } from 'vitest'
import { testEachCell } from './test-each-cell.ts'

describe('a missing journal leads to the expected outcome for a task that is', () => {
  testEachCell(() => [
    { way: { kind: 'missing', moment: 'in that state' }, words: 'started from a backup', isSampled: true },
    { way: { kind: 'missing', moment: null }, words: 'started empty' }
  ])
})
