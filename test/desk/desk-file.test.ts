import { chmod, copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDesk, openDeskWhenFree } from '../../electron/desk/open-desk.ts'
import { formOf, openDeskOnDisk } from './a-desk.ts'
import type { DeskOnDisk } from './a-desk.ts'

/** A desk that holds something, closed, so that its file can be harmed. */
async function closedDesk(): Promise<DeskOnDisk> {
  const onDisk = await openDeskOnDisk()
  for (let turn = 0; turn < 200; turn += 1) onDisk.desk.prompts.remember(`prompt ${turn} ${'x'.repeat(200)}`, 'one')
  onDisk.desk.forms.keep('draft', 'face-swap', formOf({ prompt: 'a vase' }))
  onDisk.desk.close()
  return onDisk
}

function openAgain({ path, time }: DeskOnDisk): ReturnType<typeof openDesk> {
  return openDesk({ path, now: () => time, onDefect: () => undefined })
}

describe('a desk file that cannot be read', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    ['holds something else', (path) => writeFile(path, 'This is no database, whatever its name says. '.repeat(100))],
    [
      'is torn in the middle',
      async (path) => {
        const { length } = await readFile(path)
        await truncate(path, Math.floor(length / 2) - 100)
      }
    ],
    [
      'is overwritten in its middle',
      async (path) => {
        const bytes = await readFile(path)
        await writeFile(path, bytes.fill(0xa5, 4096, bytes.length - 4096))
      }
    ]
  ])('%s: it is set aside whole, said, and a new one begun', async (_what, harm) => {
    const onDisk = await closedDesk()
    await harm(onDisk.path)
    const harmed = await readFile(onDisk.path)
    const desk = openAgain(onDisk)
    expect(desk.notice).toEqual({
      message: 'Drafts and presets could not be read and start anew.',
      advice: expect.stringContaining('desk.damaged-2026-11-20.sqlite')
    })
    expect(desk.forms.find('draft', 'face-swap')).toBeNull()
    desk.forms.keep('draft', 'face-swap', formOf({ prompt: 'new' }))
    desk.close()
    expect(await readFile(join(onDisk.folder, 'desk.damaged-2026-11-20.sqlite'))).toEqual(harmed)
    const again = openAgain(onDisk)
    expect(again.notice).toBeNull()
    expect(again.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'new' })
    again.close()
    onDisk.reopen()
  })

  it('never takes the place of another one that was set aside', async () => {
    const onDisk = await closedDesk()
    for (const name of ['desk.damaged-2026-11-20.sqlite', 'desk.damaged-2026-11-20-2.sqlite']) {
      await writeFile(onDisk.path, name.repeat(300))
      openAgain(onDisk).close()
      expect(await readFile(join(onDisk.folder, name), 'utf8')).toBe(name.repeat(300))
    }
    onDisk.reopen()
  })

  it('was written by a newer Kiln: set aside as well, for that Kiln', async () => {
    const onDisk = await closedDesk()
    const database = new DatabaseSync(onDisk.path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const desk = openAgain(onDisk)
    expect(desk.notice?.message).toBe('Drafts and presets were written by a newer Kiln and start anew here.')
    expect(desk.prompts.find('', 10)).toEqual([])
    desk.close()
    expect(await readdir(onDisk.folder)).toContain('desk.newer-2026-11-20.sqlite')
    onDisk.reopen()
  })

  it('stands where nothing can be written: the desk works in memory, and says so', async () => {
    const onDisk = await closedDesk()
    const blocked = join(onDisk.folder, 'blocked')
    await mkdir(join(blocked, 'desk.sqlite'), { recursive: true })
    await chmod(blocked, 0o500)
    const desk = openAgain({ ...onDisk, path: join(blocked, 'desk.sqlite') })
    expect(desk.notice).toMatchObject({ message: 'Drafts and presets are not kept over a restart just now.' })
    desk.forms.keep('draft', 'face-swap', formOf({ prompt: 'for now' }))
    expect(desk.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'for now' })
    desk.close()
    await chmod(blocked, 0o700)
    onDisk.reopen()
  })
})

describe('a row that cannot be read', () => {
  it('counts as none, takes no other with it, and stays where it is', async () => {
    const onDisk = await closedDesk()
    const database = new DatabaseSync(onDisk.path)
    database.exec("UPDATE forms SET form = '{ torn'")
    database.exec("INSERT INTO presets (id, capability, name, form, changed_at) VALUES ('a', 'one', 'Torn', '[]', 1)")
    database.close()
    const { forms, presets } = onDisk.reopen()
    expect(forms.find('draft', 'face-swap')).toBeNull()
    presets.keep('one', 'Whole', formOf({}))
    expect(presets.list('one').map(({ name }) => name)).toEqual(['Whole'])
    const copy = join(onDisk.folder, 'copy.sqlite')
    onDisk.desk.close()
    await copyFile(onDisk.path, copy)
    const looked = new DatabaseSync(copy)
    expect(looked.prepare('SELECT count(*) AS count FROM presets').get()).toEqual({ count: 2 })
    looked.close()
    onDisk.reopen()
  })
})

describe('a desk file that another program holds', () => {
  it('is opened as it was once that program releases it, and other work runs meanwhile', async () => {
    const onDisk = await closedDesk()
    const other = new DatabaseSync(onDisk.path)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    let isReleased = false
    // Runs only if the event loop turns.
    const timer = setTimeout(() => {
      other.close()
      isReleased = true
    }, 300)
    onTestFinished(() => clearTimeout(timer))
    const desk = await openDeskWhenFree({ path: onDisk.path, now: () => onDisk.time, onDefect: () => undefined })
    expect(isReleased).toBe(true)
    expect(desk.notice).toBeNull()
    expect(desk.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'a vase' })
    desk.close()
  })
})
