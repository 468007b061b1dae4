import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chosenDataFolder } from '../../electron/desktop/data-folder.ts'

describe('the data folder', () => {
  it.each([
    [['kiln'], null],
    [['kiln', '--user-data-dir='], null],
    [['kiln', '--user-data-dir=/data/kiln'], '/data/kiln'],
    [['kiln', '--user-data-dir=/data/with a blank/x=y'], '/data/with a blank/x=y'],
    [['kiln', '.', '--user-data-dir=relative'], resolve('relative')],
    [['kiln', '--user-data-dir=/one', '--user-data-dir=/two'], '/two'],
    [['kiln', '--user-data-dirs=/one'], null]
  ])('of %j is %s', (words, folder) => {
    expect(chosenDataFolder(words)).toBe(folder)
  })
})
