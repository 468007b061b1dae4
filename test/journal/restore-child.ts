import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/**
 * A child of `restore-kill.test.ts`: restores a backup, or begins an empty journal, and kills itself at the given step. A step is the moment
 * before or after a call that changes the disk, and the middle of a copy. It exits with 0 when there are fewer steps, and with 1 on an error.
 */
const [dataDir = '', backupPath = '', killAt = ''] = process.argv.slice(2)
let steps = 0

function step(): void {
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  steps += 1
}

type Call = (...parameters: never[]) => Promise<unknown>
const patched = fsPromises as unknown as Record<string, Call>

for (const name of ['rename', 'rm', 'mkdir', 'cp', 'copyFile']) {
  const original = patched[name] as Call
  patched[name] = async (...parameters) => {
    step()
    if (name === 'cp' || name === 'copyFile') {
      const whole = await fsPromises.readFile(parameters[0] as unknown as string)
      await fsPromises.writeFile(parameters[1] as unknown as string, whole.subarray(0, whole.length / 2))
      step()
    }
    const outcome = await original(...parameters)
    step()
    return outcome
  }
}
const { open } = fsPromises
patched['open'] = async (...parameters) => {
  const handle = await open(...(parameters as unknown as Parameters<typeof open>))
  const sync = handle.sync.bind(handle)
  handle.sync = async () => {
    step()
    await sync()
    step()
  }
  return handle
}
syncBuiltinESMExports()

for (const name of ['exec', 'close'] as const) {
  const original: (sql: string) => void = DatabaseSync.prototype[name]
  DatabaseSync.prototype[name] = function (this: DatabaseSync, sql?: string): void {
    step()
    original.call(this, sql ?? '')
    step()
  }
}

const { restoreJournal } = await import('../../electron/studio.ts')
await restoreJournal(dataDir, backupPath === '' ? null : { path: backupPath, at: 1_000_000_000_000 })
process.exit(0)
