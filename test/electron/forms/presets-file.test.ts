import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createSavedForm, openWorkspaceOnDisk } from './open-workspace-on-disk.ts'

const noName = (): string => 'unnamed'

describe('presets in a file', () => {
  it('can be moved to another computer, with files by their bare name', async () => {
    const [here, there] = [await openWorkspaceOnDisk(), await openWorkspaceOnDisk()]
    const file = join(here.folder, 'presets.json')
    here.workspace.presets.save(
      'face-swap',
      'Quiet',
      createSavedForm({ prompt: 'one', imageUrls: [{ file: '/home/someone/secret/a.png' }] })
    )
    here.workspace.presets.save('upscale', 'Sharp', createSavedForm({ scale: 2 }, { modeId: 'fast', keptSeeds: ['seed'] }))
    expect(await here.workspace.exportPresets(file, null, () => 'a.png')).toBe(2)
    const text = await readFile(file, 'utf8')
    expect(JSON.parse(text)).toMatchObject({ kind: 'kiln-presets', version: 1 })
    expect(text).not.toContain('secret')

    expect(await there.workspace.importPresets(file)).toEqual({ imported: 2, alreadyThere: 0, renamed: [], refused: [] })
    expect(there.workspace.presets.named('upscale', 'Sharp')?.form).toEqual(
      createSavedForm({ scale: 2 }, { modeId: 'fast', keptSeeds: ['seed'] })
    )
    expect(there.workspace.presets.named('face-swap', 'Quiet')?.form.values).toEqual({ prompt: 'one', imageUrls: [{ file: 'a.png' }] })
    // Importing presets into the workspace that they came from doesn't create duplicates.
    expect(await here.workspace.importPresets(file)).toMatchObject({ imported: 0, alreadyThere: 2 })
  })

  it('can be exported for one capability', async () => {
    const { workspace, folder } = await openWorkspaceOnDisk()
    workspace.presets.save('face-swap', 'Quiet', createSavedForm({}))
    workspace.presets.save('upscale', 'Sharp', createSavedForm({}))
    expect(await workspace.exportPresets(join(folder, 'one.json'), 'upscale', noName)).toBe(1)
  })

  it('get a numbered name if the name is in use for other values', async () => {
    const { workspace, folder } = await openWorkspaceOnDisk()
    const file = join(folder, 'presets.json')
    workspace.presets.save('face-swap', 'Quiet', createSavedForm({ prompt: 'one' }))
    await workspace.exportPresets(file, null, noName)
    workspace.presets.save('face-swap', 'Quiet', createSavedForm({ prompt: 'mine' }))
    expect(await workspace.importPresets(file)).toMatchObject({ imported: 1, renamed: [{ name: 'Quiet', newName: 'Quiet (2)' }] })
    expect(workspace.presets.named('face-swap', 'Quiet')?.form.values).toEqual({ prompt: 'mine' })
  })

  it('are imported without invalid entries, which are reported, and without file paths', async () => {
    const { workspace, folder } = await openWorkspaceOnDisk()
    const file = join(folder, 'mixed.json')
    const good = {
      capability: 'face-swap',
      name: ' Good ',
      form: createSavedForm({ imageUrl: { file: '/etc/passwd' }, deep: [{ a: { item: 'x' } }] })
    }
    const presets = [
      good,
      { ...good, name: '' },
      { ...good, name: 'No values', form: { modeId: null } },
      { ...good, name: 'Nonsense', form: createSavedForm({ prompt: undefined as never }), capability: 7 },
      'not even an object'
    ]
    await writeFile(file, JSON.stringify({ kind: 'kiln-presets', version: 1, presets }))
    const report = await workspace.importPresets(file)
    expect(report).toMatchObject({ imported: 1, alreadyThere: 0, renamed: [] })
    expect(report.refused).toEqual([
      { name: 'Preset 2', why: 'Kiln can’t read its name.' },
      { name: 'No values', why: 'Kiln can’t read its values.' },
      { name: 'Nonsense', why: 'Kiln can’t read its capability.' },
      { name: 'Preset 5', why: 'It isn’t a valid preset.' }
    ])
    expect(workspace.presets.named('face-swap', 'Good')?.form.values).toEqual({
      imageUrl: { file: 'passwd' },
      deep: [{ a: { file: 'file' } }]
    })
  })

  it.each([
    ['a file that isn’t JSON', 'hello'],
    ['other JSON', '{"presets":[]}'],
    ['a newer file', '{"kind":"kiln-presets","version":2,"presets":[]}'],
    ['an empty file', '']
  ])('are rejected with a message in %s', async (_what, text) => {
    const { workspace, folder } = await openWorkspaceOnDisk()
    const file = join(folder, 'other.json')
    await writeFile(file, text)
    await expect(workspace.importPresets(file)).rejects.toThrow('The presets couldn’t be imported.')
    await expect(workspace.importPresets(join(folder, 'not-there.json'))).rejects.toThrow('The presets couldn’t be imported.')
  })

  it('are imported up to the limit, and the others are reported', async () => {
    const [here, there] = [await openWorkspaceOnDisk(), await openWorkspaceOnDisk()]
    const file = join(here.folder, 'presets.json')
    for (const name of ['one', 'two', 'three']) here.workspace.presets.save('upscale', name, createSavedForm({ name }))
    await here.workspace.exportPresets(file, null, noName)
    const database = new DatabaseSync(there.path)
    database.exec(`WITH RECURSIVE place (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < 4999)
      INSERT INTO presets (id, capability, name, form, changed_at) SELECT 'id' || number, 'upscale', 'preset ' || number, '{}', 0 FROM place`)
    database.close()
    const report = await there.workspace.importPresets(file)
    expect(report).toMatchObject({ imported: 1, renamed: [] })
    expect(report.refused.map(({ why }) => why)).toEqual(['There are too many presets.', 'There are too many presets.'])
  })

  it('are not exported to a missing folder', async () => {
    const { workspace, folder } = await openWorkspaceOnDisk()
    await expect(workspace.exportPresets(join(folder, 'no', 'such', 'folder.json'), null, noName)).rejects.toThrow(
      'The presets couldn’t be exported.'
    )
  })
})
