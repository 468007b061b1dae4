import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataFolderFromArguments, dataFolderOverride, makeDataFolder } from '../../../electron/launch/data-folder.ts'

describe('the data folder', () => {
  it.each([
    [['kiln'], null],
    [['kiln', '--user-data-dir='], null],
    [['kiln', '--user-data-dir=/data/kiln'], resolve('/data/kiln')],
    [['kiln', '--user-data-dir=/data/with a blank/x=y'], resolve('/data/with a blank/x=y')],
    [['kiln', '.', '--user-data-dir=relative'], resolve('relative')],
    [['kiln', '--user-data-dir=/one', '--user-data-dir=/two'], resolve('/two')],
    [['kiln', '--user-data-dirs=/one'], null]
  ])('from the arguments %j is %s', (words, folder) => {
    expect(dataFolderFromArguments(words)).toBe(folder)
  })
})

describe('a missing data folder', () => {
  it('is created, or the failure is explained', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kiln-data-folder-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'file'), '')
    expect(makeDataFolder(join(folder, 'new'))).toBeNull()
    expect(makeDataFolder(join(folder, 'new'))).toBeNull()
    expect(makeDataFolder(join(folder, 'file'))).toBe(
      `Kiln can’t create its data folder ${join(folder, 'file')}. Check your permissions for the folder that contains it, then open Kiln again.`
    )
  })
})

describe('an unpackaged Kiln', () => {
  const appDataFolder = resolve('/home/ada/.config')

  it('has its own data folder, separate from an installed copy’s', () => {
    expect(dataFolderOverride({ arguments: ['electron', '.'], isPackaged: false, appDataFolder })).toBe(join(appDataFolder, 'Kiln Dev'))
    expect(dataFolderOverride({ arguments: ['kiln'], isPackaged: true, appDataFolder })).toBeNull()
  })

  it('uses the chosen data folder like a packaged one', () => {
    const words = ['kiln', '--user-data-dir=/data']
    for (const isPackaged of [true, false])
      expect(dataFolderOverride({ arguments: words, isPackaged, appDataFolder })).toBe(resolve('/data'))
  })
})
