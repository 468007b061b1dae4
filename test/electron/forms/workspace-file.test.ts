import { chmod, copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openWorkspace, openWorkspaceWhenUnlocked } from '../../../electron/forms/open-workspace.ts'
import { createSavedForm, openWorkspaceOnDisk } from './open-workspace-on-disk.ts'
import type { WorkspaceOnDisk } from './open-workspace-on-disk.ts'

/** Creates a workspace with content and closes it, so that a test can damage its file. */
async function closedWorkspace(): Promise<WorkspaceOnDisk> {
  const onDisk = await openWorkspaceOnDisk()
  for (let turn = 0; turn < 200; turn += 1) onDisk.workspace.prompts.remember(`prompt ${turn} ${'x'.repeat(200)}`, 'one')
  onDisk.workspace.forms.save('draft', 'face-swap', createSavedForm({ prompt: 'a vase' }))
  onDisk.workspace.close()
  return onDisk
}

function openAgain({ path, time }: WorkspaceOnDisk): ReturnType<typeof openWorkspace> {
  return openWorkspace({ path, now: () => time, onDefect: () => undefined })
}

describe('a damaged workspace file', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    ['contains something else', (path) => writeFile(path, 'This is no database, whatever its name says. '.repeat(100))],
    [
      'is truncated',
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
  ])('%s, so it is set aside with a message, and a new one is created', async (_what, harm) => {
    const onDisk = await closedWorkspace()
    await harm(onDisk.path)
    const harmed = await readFile(onDisk.path)
    const workspace = openAgain(onDisk)
    expect(workspace.warning).toEqual({
      message: 'Drafts and presets couldn’t be read. Kiln starts without them.',
      advice: expect.stringContaining('desk.damaged-2026-11-20.sqlite')
    })
    expect(workspace.forms.find('draft', 'face-swap')).toBeNull()
    workspace.forms.save('draft', 'face-swap', createSavedForm({ prompt: 'new' }))
    workspace.close()
    expect(await readFile(join(onDisk.folder, 'desk.damaged-2026-11-20.sqlite'))).toEqual(harmed)
    const again = openAgain(onDisk)
    expect(again.warning).toBeNull()
    expect(again.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'new' })
    again.close()
    onDisk.reopen()
  })

  it('never overwrites another one that was set aside', async () => {
    const onDisk = await closedWorkspace()
    for (const name of ['desk.damaged-2026-11-20.sqlite', 'desk.damaged-2026-11-20-2.sqlite']) {
      await writeFile(onDisk.path, name.repeat(300))
      openAgain(onDisk).close()
      expect(await readFile(join(onDisk.folder, name), 'utf8')).toBe(name.repeat(300))
    }
    onDisk.reopen()
  })

  it('is set aside too if a newer version wrote it', async () => {
    const onDisk = await closedWorkspace()
    const database = new DatabaseSync(onDisk.path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const workspace = openAgain(onDisk)
    expect(workspace.warning?.message).toBe('Drafts and presets were saved by a newer version of Kiln. This version starts without them.')
    expect(workspace.prompts.find('', 10)).toEqual([])
    workspace.close()
    expect(await readdir(onDisk.folder)).toContain('desk.newer-2026-11-20.sqlite')
    onDisk.reopen()
  })

  it('is replaced by one in memory if nothing can be written, with a message', async () => {
    const onDisk = await closedWorkspace()
    const blocked = join(onDisk.folder, 'blocked')
    await mkdir(join(blocked, 'desk.sqlite'), { recursive: true })
    await chmod(blocked, 0o500)
    const workspace = openAgain({ ...onDisk, path: join(blocked, 'desk.sqlite') })
    expect(workspace.warning).toMatchObject({ message: 'Drafts and presets are only kept until you quit Kiln.' })
    workspace.forms.save('draft', 'face-swap', createSavedForm({ prompt: 'for now' }))
    expect(workspace.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'for now' })
    workspace.close()
    await chmod(blocked, 0o700)
    onDisk.reopen()
  })
})

describe('an unreadable row', () => {
  it('is ignored and preserved without affecting others', async () => {
    const onDisk = await closedWorkspace()
    const database = new DatabaseSync(onDisk.path)
    database.exec("UPDATE drafts SET form = '{ torn'")
    database.exec("INSERT INTO presets (id, capability, name, form, changed_at) VALUES ('a', 'one', 'Torn', '[]', 1)")
    database.close()
    const { forms, presets } = onDisk.reopen()
    expect(forms.find('draft', 'face-swap')).toBeNull()
    presets.save('one', 'Whole', createSavedForm({}))
    expect(presets.list('one').map(({ name }) => name)).toEqual(['Whole'])
    const copy = join(onDisk.folder, 'copy.sqlite')
    onDisk.workspace.close()
    await copyFile(onDisk.path, copy)
    const looked = new DatabaseSync(copy)
    expect(looked.prepare('SELECT count(*) AS count FROM presets').get()).toEqual({ count: 2 })
    looked.close()
    onDisk.reopen()
  })
})

describe('a workspace file locked by another program', () => {
  it('is opened unchanged once it is unlocked, without blocking other work', async () => {
    const onDisk = await closedWorkspace()
    const other = new DatabaseSync(onDisk.path)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    let isReleased = false
    // Releases the lock. This timer can fire only if waiting for the lock doesn't block the event loop.
    const timer = setTimeout(() => {
      other.close()
      isReleased = true
    }, 300)
    onTestFinished(() => clearTimeout(timer))
    const workspace = await openWorkspaceWhenUnlocked({ path: onDisk.path, now: () => onDisk.time, onDefect: () => undefined })
    expect(isReleased).toBe(true)
    expect(workspace.warning).toBeNull()
    expect(workspace.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'a vase' })
    workspace.close()
  })
})
