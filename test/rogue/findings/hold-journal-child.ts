import { DatabaseSync } from 'node:sqlite'

/** Holds a database's write lock, as a backup tool does, until the parent process sends a message. */
const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE')
process.stdout.write('held\n')
process.on('message', () => {
  database.exec('ROLLBACK')
  database.close()
  process.exit(0)
})
