import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackup } from '../../../../electron/tasks/journal/backups.ts'

/** Child process of `backups.test.ts`. Creates a backup and kills itself as soon as a file appears in the backup folder. */
const [dataDir = ''] = process.argv.slice(2)
const folder = join(dataDir, 'backups')
await mkdir(folder, { recursive: true })
watch(folder, () => process.kill(process.pid, 'SIGKILL'))
await createBackup(dataDir, 1_000_000_000_000, { newest: 3, days: 5 }, new AbortController().signal)
