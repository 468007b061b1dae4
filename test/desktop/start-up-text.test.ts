import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startUpText } from '../../electron/desktop/start-up-text.ts'
import { JournalError } from '../../electron/journal/journal-errors.ts'
import { openSettingsFileInNode } from '../account/settings-file-in-node.ts'

describe('why Kiln can’t start', () => {
  it.each([
    ['newer', 'Your tasks were saved by a newer version of Kiln. Update Kiln, then open it again.'],
    ['damaged', 'Kiln’s task journal is damaged.']
  ] as const)('is said of a %s journal, with the word that nothing was deleted', (reason, message) => {
    expect(startUpText(new JournalError(reason, '/data/journal.db'), '/data')).toEqual({
      message,
      detail: 'Nothing was deleted or changed. Your tasks are in /data/journal.db.'
    })
  })

  it.each([
    ['busy', /^Another program is using Kiln’s data\./],
    ['no-access', /^Kiln can’t open \/data\/journal\.db\./]
  ] as const)('is said of a journal that is %s', (reason, message) => {
    expect(startUpText(new JournalError(reason, '/data/journal.db'), '/data').message).toMatch(message)
  })

  it('is said of a folder that another Kiln uses', () => {
    expect(startUpText(new JournalError('in-use', '/data/in-use.lock'), '/data')).toEqual({
      message: 'Another copy of Kiln is using /data. Switch to that copy. You can also quit it, then open Kiln again.',
      detail: ''
    })
  })

  it('is said of a settings file that is damaged, which stays as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-start-'))
    await writeFile(join(folder, 'settings.json'), '{ "settings": ')
    const error: unknown = await openSettingsFileInNode(folder).catch((thrown: unknown) => thrown)
    const words = startUpText(error, folder)
    expect(words.message).toBe('Kiln can’t read its settings file.')
    expect(words.detail).toContain(`settings.json in ${folder} is damaged. It wasn’t changed`)
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe('{ "settings": ')
    await rm(folder, { recursive: true, force: true })
  })

  it('points to the log for everything else', () => {
    expect(startUpText(new TypeError('x of undefined'), '/data')).toEqual({
      message: 'Kiln couldn’t start.',
      detail: 'Nothing was deleted. See the log in /data for details.'
    })
  })
})
