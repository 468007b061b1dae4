import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formOf, openDeskOnDisk } from './a-desk.ts'

const noName = (): string => 'unnamed'

describe('presets in a file', () => {
  it('go from one computer to another, files by their bare name', async () => {
    const [here, there] = [await openDeskOnDisk(), await openDeskOnDisk()]
    const file = join(here.folder, 'presets.json')
    here.desk.presets.keep('face-swap', 'Quiet', formOf({ prompt: 'one', imageUrls: [{ file: '/home/someone/secret/a.png' }] }))
    here.desk.presets.keep('upscale', 'Sharp', formOf({ scale: 2 }, { modeId: 'fast', keptSeeds: ['seed'] }))
    expect(await here.desk.exportPresets(file, null, () => 'a.png')).toBe(2)
    const text = await readFile(file, 'utf8')
    expect(JSON.parse(text)).toMatchObject({ kind: 'kiln-presets', version: 1 })
    expect(text).not.toContain('secret')

    expect(await there.desk.importPresets(file)).toEqual({ taken: 2, alreadyThere: 0, renamed: [], refused: [] })
    expect(there.desk.presets.named('upscale', 'Sharp')?.form).toEqual(formOf({ scale: 2 }, { modeId: 'fast', keptSeeds: ['seed'] }))
    expect(there.desk.presets.named('face-swap', 'Quiet')?.form.values).toEqual({ prompt: 'one', imageUrls: [{ file: 'a.png' }] })
    // Taken in where they come from, nothing is there twice.
    expect(await here.desk.importPresets(file)).toMatchObject({ taken: 0, alreadyThere: 2 })
  })

  it('of one capability go alone', async () => {
    const { desk, folder } = await openDeskOnDisk()
    desk.presets.keep('face-swap', 'Quiet', formOf({}))
    desk.presets.keep('upscale', 'Sharp', formOf({}))
    expect(await desk.exportPresets(join(folder, 'one.json'), 'upscale', noName)).toBe(1)
  })

  it('with a name that other values have get a number', async () => {
    const { desk, folder } = await openDeskOnDisk()
    const file = join(folder, 'presets.json')
    desk.presets.keep('face-swap', 'Quiet', formOf({ prompt: 'one' }))
    await desk.exportPresets(file, null, noName)
    desk.presets.keep('face-swap', 'Quiet', formOf({ prompt: 'mine' }))
    expect(await desk.importPresets(file)).toMatchObject({ taken: 1, renamed: [{ name: 'Quiet', newName: 'Quiet (2)' }] })
    expect(desk.presets.named('face-swap', 'Quiet')?.form.values).toEqual({ prompt: 'mine' })
  })

  it('name the bad entries, take the good, and no path of this computer', async () => {
    const { desk, folder } = await openDeskOnDisk()
    const file = join(folder, 'mixed.json')
    const good = {
      capability: 'face-swap',
      name: ' Good ',
      form: formOf({ imageUrl: { file: '/etc/passwd' }, deep: [{ a: { item: 'x' } }] })
    }
    const presets = [
      good,
      { ...good, name: '' },
      { ...good, name: 'No values', form: { modeId: null } },
      { ...good, name: 'Nonsense', form: formOf({ prompt: undefined as never }), capability: 7 },
      'not even an object'
    ]
    await writeFile(file, JSON.stringify({ kind: 'kiln-presets', version: 1, presets }))
    const report = await desk.importPresets(file)
    expect(report).toMatchObject({ taken: 1, alreadyThere: 0, renamed: [] })
    expect(report.refused).toEqual([
      { name: 'Preset 2', why: 'its name can’t be read.' },
      { name: 'No values', why: 'its values can’t be read.' },
      { name: 'Nonsense', why: 'what it is for can’t be read.' },
      { name: 'Preset 5', why: 'it is no preset.' }
    ])
    expect(desk.presets.named('face-swap', 'Good')?.form.values).toEqual({ imageUrl: { file: 'passwd' }, deep: [{ a: { file: 'file' } }] })
  })

  it.each([
    ['no JSON', 'hello'],
    ['other JSON', '{"presets":[]}'],
    ['a newer file', '{"kind":"kiln-presets","version":2,"presets":[]}'],
    ['nothing', '']
  ])('are not found in %s, which is said', async (_what, text) => {
    const { desk, folder } = await openDeskOnDisk()
    const file = join(folder, 'other.json')
    await writeFile(file, text)
    await expect(desk.importPresets(file)).rejects.toThrow('There are no presets in that file.')
    await expect(desk.importPresets(join(folder, 'not-there.json'))).rejects.toThrow('There are no presets in that file.')
  })

  it('are not half written where there is no place for them', async () => {
    const { desk, folder } = await openDeskOnDisk()
    await expect(desk.exportPresets(join(folder, 'no', 'such', 'folder.json'), null, noName)).rejects.toThrow('could not be written')
  })
})
