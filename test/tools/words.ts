import { join } from 'node:path'
import { messageProblems, writeMessageCatalogue } from './message-catalogue.ts'

/** `npm run words`: writes the catalogue of all texts in the sources, and reports missing translations. */
const root = join(import.meta.dirname, '..', '..')
await writeMessageCatalogue(root)
const problems = await messageProblems(root)
for (const { file, line, message } of problems) console.log(`${file}:${line} ${message}`)
console.log(problems.length === 0 ? 'The catalogue is complete in every language.' : `Problems to fix: ${problems.length}.`)
process.exitCode = problems.length === 0 ? 0 : 1
