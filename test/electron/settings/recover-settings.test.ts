import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SettingsFile } from '../../../electron/settings/settings-file.ts'
import { openSettingsFileInNode } from './settings-file-in-node.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-settings-'))
  // Opens another settings file once. This sets an environment variable that `start` needs for imports outside Electron.
  await openSettingsFileInNode(await mkdtemp(join(tmpdir(), 'kiln-settings-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Simulates a start. `presses`: buttons that the user presses, in order. `shown`: number of times that the folder was shown. */
async function start(...presses: readonly string[]): Promise<{ readonly file: SettingsFile; readonly shown: number }> {
  const [{ openOrResetSettings, quarantineSettings }, { openSettingsFile }] = await Promise.all([
    import('../../../electron/settings/recover-settings.ts'),
    import('../../../electron/settings/settings-file.ts')
  ])
  const left = [...presses]
  let shown = 0
  const file = await openOrResetSettings({
    open: () => openSettingsFile(folder),
    setAside: () => quarantineSettings(folder, Date.UTC(2026, 10, 23)),
    ask: ({ buttons, cancelId }) => {
      const place = buttons.indexOf(left.shift() ?? '')
      return Promise.resolve(place === -1 ? cancelId : place)
    },
    showFolder: () => {
      shown += 1
    },
    onSetAside: () => undefined
  })
  return { file, shown }
}

describe('a damaged settings file', () => {
  const damages: readonly (readonly [what: string, text: string])[] = [
    ['empty', ''],
    ['cut off', '{"settings": {"theme": "da'],
    ['full of NULs', '\0'.repeat(300)],
    ['a list', '[]'],
    ['null', 'null']
  ]

  it.each(damages)('that is %s is kept under another name, and Kiln starts with new settings if the user agrees', async (_what, text) => {
    await writeFile(join(folder, 'settings.json'), text)
    const { file, shown } = await start('Show folder', 'Use new settings')
    expect(shown).toBe(1)
    file.section('settings').write({ theme: 'dark' })
    const aside = (await readdir(folder)).filter((name) => name.startsWith('settings-damaged-'))
    expect(aside).toHaveLength(1)
    expect(await readFile(join(folder, aside[0] ?? ''), 'utf8')).toBe(text)
    expect((await start()).file.section('settings').read()).toEqual({ theme: 'dark' })
  })

  it.each(damages)('that is %s stays unchanged if the user doesn’t answer', async (_what, text) => {
    await writeFile(join(folder, 'settings.json'), text)
    await expect(start()).rejects.toThrow('Kiln can’t read its settings file.')
    expect(await readdir(folder)).toEqual(['settings.json'])
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(text)
  })
})
