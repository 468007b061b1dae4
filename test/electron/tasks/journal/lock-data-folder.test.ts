import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockDataFolder } from '../../../../electron/tasks/journal/lock-data-folder.ts'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function isLocked(folder: string): Promise<boolean> {
  try {
    const unlock = await lockDataFolder(folder)
    unlock()
    return false
  } catch (error) {
    expect(error).toMatchObject({ name: 'JournalError', reason: 'in-use' })
    return true
  }
}

/** Locks a folder in a child process and overwrites its lock file. Returns a function that ends the process. */
async function holdAndDamage(folder: string): Promise<() => Promise<void>> {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(new URL('../../../../electron/tasks/journal/lock-data-folder.ts', import.meta.url).href)}
    await lockDataFolder(process.argv[1])
    setInterval(() => undefined, 60_000)
    process.stdout.write('held')`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  await writeFile(join(folder, 'in-use.lock'), 'not a database '.repeat(100))
  return async () => {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
}

describe('the data folder’s lock', () => {
  it('can be held once until it is released', async () => {
    const folder = await aFolder()
    const unlock = await lockDataFolder(folder)
    expect(await isLocked(folder)).toBe(true)
    unlock()
    expect(await isLocked(folder)).toBe(false)
  })

  it('is recreated if its file is damaged', async () => {
    const folder = await aFolder()
    await writeFile(join(folder, 'in-use.lock'), 'not a database '.repeat(100))
    const unlock = await lockDataFolder(folder)
    expect(await isLocked(folder)).toBe(true)
    unlock()
  })

  it('is recreated if something else is at its path, which is kept', async () => {
    const folder = await aFolder()
    await mkdir(join(folder, 'in-use.lock'))
    await writeFile(join(folder, 'in-use.lock', 'kept'), '')
    const unlock = await lockDataFolder(folder)
    expect(await isLocked(folder)).toBe(true)
    unlock()
    expect(await readdir(folder, { recursive: true })).toContainEqual(expect.stringMatching(/^in-use\.lock\.\d+.kept$/))
  })

  it('is respected if its file is damaged while another process holds it', async () => {
    const folder = await aFolder()
    const end = await holdAndDamage(folder)
    expect(await isLocked(folder)).toBe(true)
    await end()
    expect(await isLocked(folder)).toBe(false)
  })

  it('reports that the folder isn’t writable, not that another Kiln is open', async () => {
    const folder = await aFolder()
    await expect(lockDataFolder(join(folder, 'gone'))).rejects.toMatchObject({
      reason: 'no-access',
      message: expect.stringMatching(/^Kiln can’t open .*in-use\.lock\. Check the drive/)
    })
  })
})
