import { describe } from 'vitest'
import { testEachCell } from './test-each-cell.ts'

describe('a copied data folder that is opened while the original runs on, for a task that is', () => {
  testEachCell(() => [{ way: { kind: 'folder', moment: 'in that state' }, words: 'copy' }])
})
