import { crashAt } from '../crash/crash-point.ts'
import { openForTest } from './open-for-test.ts'

/** A child of `doubt-copy.test.ts`: opens a journal that is a copy, and kills itself around the end of the transaction that doubts its tasks. */
const [path = '', step = ''] = process.argv.slice(2)
crashAt(step, 1)
await openForTest(path)
