import { describe } from 'vitest'
import { testEachCell } from './test-each-cell.ts'

describe('a copied data folder, opened beside the original, leads to the expected outcome for a task that is', () => {
  testEachCell(() => [{ way: { kind: 'folder', moment: 'in that state' }, words: 'copy' }])
})
