import { crashAt } from '../crash/crash-point.ts'
import { openForTest } from './open-for-test.ts'

/**
 * Child process of `detect-copied-journal.test.ts`. Opens a copied journal. Kills itself around the end of the transaction that marks its
 * tasks as unconfirmed.
 */
const [path = '', step = ''] = process.argv.slice(2)
crashAt(step, 1)
await openForTest(path)
