import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettings } from '../../electron/desktop/settings.ts'
import type { Settings } from '../../shared/settings.ts'
import { openSettingsFileInNode } from '../account/settings-file-in-node.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(onChange: (settings: Settings) => void = () => undefined) {
  const file = await openSettingsFileInNode(folder)
  return openSettings({ section: file.section('settings'), defaultLibraryFolder: '/pictures/Kiln', onChange })
}

describe('settings', () => {
  it('stand at their defaults on a fresh machine', async () => {
    expect((await open()).current()).toEqual({ theme: 'system', libraryFolder: '/pictures/Kiln', favourites: [] })
  })

  it('change one by one, are told, and outlive a restart', async () => {
    const told: Settings[] = []
    const settings = await open((changed) => told.push(changed))
    settings.change({ theme: 'dark' })
    expect(settings.change({ favourites: ['face-swap'], libraryFolder: '/media/big' })).toEqual({
      theme: 'dark',
      favourites: ['face-swap'],
      libraryFolder: '/media/big'
    })
    expect(told).toHaveLength(2)
    expect((await open()).current()).toEqual({ theme: 'dark', favourites: ['face-swap'], libraryFolder: '/media/big' })
  })

  it.each([
    [
      'a theme that is none',
      { theme: 'pink', libraryFolder: '/media/big', favourites: ['x'] },
      { theme: 'system', libraryFolder: '/media/big', favourites: ['x'] }
    ],
    [
      'a folder that is none',
      { theme: 'dark', libraryFolder: 7, favourites: ['x'] },
      { theme: 'dark', libraryFolder: '/pictures/Kiln', favourites: ['x'] }
    ],
    ['nothing of use', 'x', { theme: 'system', libraryFolder: '/pictures/Kiln', favourites: [] }]
  ])('read %s as its default and keep the others', async (_what, stored, read) => {
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: stored }))
    expect((await open()).current()).toEqual(read)
  })
})
