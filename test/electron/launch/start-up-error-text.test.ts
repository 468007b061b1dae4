import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startUpErrorText } from '../../../electron/launch/start-up-error-text.ts'
import { JournalError } from '../../../electron/tasks/journal/journal-errors.ts'
import { openSettingsFileInNode } from '../settings/settings-file-in-node.ts'

describe('a startup error', () => {
  it.each([
    ['newer', 'Your tasks were saved by a newer version of Kiln. Update Kiln, then open it again.'],
    ['damaged', 'Kiln’s task journal is damaged.']
  ] as const)('for a %s journal says that nothing was deleted', (reason, message) => {
    expect(startUpErrorText(new JournalError(reason, '/data/journal.db'), '/data')).toEqual({
      message,
      detail: 'Nothing was deleted or changed. Your tasks are in /data/journal.db.'
    })
  })

  it.each([
    ['busy', /^Another app is using Kiln’s data\./],
    ['no-access', /^Kiln can’t open \/data\/journal\.db\./]
  ] as const)('names the problem of a %s journal', (reason, message) => {
    expect(startUpErrorText(new JournalError(reason, '/data/journal.db'), '/data').message).toMatch(message)
  })

  it('for a folder in use names the other copy of Kiln', () => {
    expect(startUpErrorText(new JournalError('in-use', '/data/in-use.lock'), '/data')).toEqual({
      message: 'Another copy of Kiln is using /data. Switch to that copy. You can also quit it, then open Kiln again.',
      detail: ''
    })
  })

  it('for a damaged settings file says that it wasn’t changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-start-'))
    await writeFile(join(folder, 'settings.json'), '{ "settings": ')
    const error: unknown = await openSettingsFileInNode(folder).catch((thrown: unknown) => thrown)
    const words = startUpErrorText(error, folder)
    expect(words.message).toBe('Kiln can’t read its settings file.')
    expect(words.detail).toContain(`settings.json in ${folder} is damaged. It wasn’t changed`)
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe('{ "settings": ')
    await rm(folder, { recursive: true, force: true })
  })

  it('for any other problem points to the log', () => {
    expect(startUpErrorText(new TypeError('x of undefined'), '/data')).toEqual({
      message: 'Kiln couldn’t start.',
      detail: 'Nothing was deleted. See the log in /data for details.'
    })
  })
})
