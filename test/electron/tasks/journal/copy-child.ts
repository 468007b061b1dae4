import { crashAt } from '../../../crash/crash-point.ts'
import { openTestJournal } from './open-test-journal.ts'

/**
 * Child process of `handle-copied-journal.test.ts`. Opens the copied journal at `path`. Kills itself at `step`, just before or after the
 * commit that marks the journal's tasks as unconfirmed.
 */
const [path = '', step = ''] = process.argv.slice(2)
crashAt(step, 1)
await openTestJournal(path)
