import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/**
 * Child process of `restore-kill.test.ts`. Restores `backupPath`, or creates an empty journal if `backupPath` is empty. Kills itself at
 * step number `killAt`. A step is the moment before or after a call that changes the disk. The middle of a copy is also a step. If
 * `killAt` isn't reached, prints the names of all steps and exits with 0. Exits with 1 on an error.
 */
const [dataDir = '', backupPath = '', killAt = ''] = process.argv.slice(2)
const steps: string[] = []

function step(name: string): void {
  if (steps.length === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  steps.push(name)
}

type Call = (...parameters: never[]) => Promise<unknown>
const patched = fsPromises as unknown as Record<string, Call>

for (const name of ['rename', 'rm', 'mkdir', 'cp', 'copyFile']) {
  const original = patched[name] as Call
  patched[name] = async (...parameters) => {
    step(`before ${name}`)
    if (name === 'cp' || name === 'copyFile') {
      const whole = await fsPromises.readFile(parameters[0] as unknown as string)
      await fsPromises.writeFile(parameters[1] as unknown as string, whole.subarray(0, whole.length / 2))
      step(`in the middle of ${name}`)
    }
    const outcome = await original(...parameters)
    step(`after ${name}`)
    return outcome
  }
}
const { open } = fsPromises
patched['open'] = async (...parameters) => {
  const handle = await open(...(parameters as unknown as Parameters<typeof open>))
  const sync = handle.sync.bind(handle)
  handle.sync = async () => {
    step('before sync')
    await sync()
    step('after sync')
  }
  return handle
}
syncBuiltinESMExports()

for (const name of ['exec', 'close'] as const) {
  const original: (sql: string) => void = DatabaseSync.prototype[name]
  DatabaseSync.prototype[name] = function (this: DatabaseSync, sql?: string): void {
    const call = sql === undefined ? name : `${name} ${sql.trim().split(/\s/, 2).join(' ')}`
    step(`before ${call}`)
    original.call(this, sql ?? '')
    step(`after ${call}`)
  }
}

const { restoreJournal } = await import('../../../../electron/studio.ts')
await restoreJournal(dataDir, backupPath === '' ? null : { path: backupPath, at: 1_000_000_000_000 })
process.stdout.write(JSON.stringify(steps))
process.exit(0)
