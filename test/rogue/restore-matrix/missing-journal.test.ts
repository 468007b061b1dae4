import { describe } from 'vitest'
import { testEachCell } from './test-each-cell.ts'

describe('a missing journal, for a task that is', () => {
  testEachCell(() => [
    { way: { kind: 'missing', moment: 'in that state' }, words: 'begun with a backup', isSampled: true },
    { way: { kind: 'missing', moment: null }, words: 'begun empty' }
  ])
})
