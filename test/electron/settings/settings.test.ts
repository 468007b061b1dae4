import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettings } from '../../../electron/settings/settings.ts'
import { defaultNetworkSettings } from '../../../shared/app/network.ts'
import { defaultNotificationSettings } from '../../../shared/app/notifications.ts'
import { defaultUpdateSettings } from '../../../shared/app/update.ts'
import { defaultNamePattern } from '../../../shared/library/result-name.ts'
import { settingsChangeSchema, type Settings } from '../../../shared/app/settings.ts'
import { openSettingsFileInNode } from './settings-file-in-node.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(onChange: (settings: Settings) => void = () => undefined) {
  const file = await openSettingsFileInNode(folder)
  return openSettings({ section: file.section('settings'), defaultLibraryFolder: '/pictures/Kiln', platform: 'linux', onChange })
}

const noRules = {
  language: 'system',
  dailyLimit: null,
  confirmAbove: null,
  recipes: { beside: true, inside: true },
  nameRule: defaultNamePattern,
  gallery: null,
  library: null,
  notices: defaultNotificationSettings,
  network: defaultNetworkSettings,
  updates: defaultUpdateSettings,
  desktop: { tray: false, opensAtLogin: false, asksBeforeQuit: true },
  spelling: { isOn: false, languages: [] },
  compose: { isPanelOpen: true },
  severalResults: 'ask',
  isSendingPaused: false,
  recentCommands: []
}

/** For each setting, a value that differs from its default. */
const everySetting: Settings = {
  theme: 'dark',
  language: 'zh-Hans',
  favourites: ['face-swap'],
  libraryFolder: '/media/big',
  dailyLimit: 200,
  confirmAbove: 0,
  recipes: { beside: true, inside: false },
  nameRule: '{date} {capability}',
  gallery: { tab: 'video', sort: 'price', takes: ['image'], gives: [], isFavouritesOnly: true },
  library: { sort: 'newest', rowHeight: 200, groupsRuns: true },
  notices: { ...defaultNotificationSettings, quiet: { isOn: true, from: 0, to: 1439 } },
  network: { ...defaultNetworkSettings, way: 'manual', proxy: { kind: 'socks5', host: 'proxy.example', port: 1080 } },
  updates: { channel: 'beta', looks: false, asks: false },
  desktop: { tray: true, opensAtLogin: true, asksBeforeQuit: false },
  spelling: { isOn: true, languages: ['en-GB'] },
  compose: { isPanelOpen: true },
  severalResults: 'each',
  isSendingPaused: true,
  recentCommands: ['capability:face-swap']
}
const settingNames = Object.keys(everySetting) as (keyof Settings)[]

describe('settings', () => {
  it('report that they could not be saved', async () => {
    const file = await openSettingsFileInNode(folder)
    file.section('notices').write({})
    await rm(join(folder, 'settings.json'), { force: true })
    await mkdir(join(folder, 'settings.json', 'in the way'), { recursive: true })
    expect(() => file.section('notices').write({ a: 1 })).toThrow('Kiln can’t save its settings.')
  })

  it('have their defaults on a fresh machine', async () => {
    expect((await open()).current()).toEqual({
      theme: 'system',
      libraryFolder: '/pictures/Kiln',
      favourites: [],
      ...noRules
    })
  })

  it('change individually, notify listeners, and survive a restart', async () => {
    const told: Settings[] = []
    const settings = await open((changed) => told.push(changed))
    settings.change({ theme: 'dark' })
    expect(settings.change({ favourites: ['face-swap'], libraryFolder: '/media/big' })).toEqual({
      theme: 'dark',
      favourites: ['face-swap'],
      libraryFolder: '/media/big',
      ...noRules
    })
    expect(told).toHaveLength(2)
    expect((await open()).current()).toEqual({ theme: 'dark', favourites: ['face-swap'], libraryFolder: '/media/big', ...noRules })
  })

  it('keep whether recipes are saved beside files and inside them', async () => {
    const settings = await open()
    settings.change({ recipes: { beside: true, inside: false } })
    expect((await open()).current()).toMatchObject({ recipes: { beside: true, inside: false } })
  })

  it('keep the language, and use the system language if it is unknown', async () => {
    const settings = await open()
    settings.change({ language: 'zh-Hans' })
    settings.change({ theme: 'dark' })
    expect((await open()).current()).toMatchObject({ language: 'zh-Hans', theme: 'dark' })
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: { language: 'tlh' } }))
    expect((await open()).current().language).toBe('system')
  })

  it('keep the gallery’s tab, sort order and filters', async () => {
    const gallery = { tab: 'video', sort: 'price', takes: ['image'], gives: ['video'], isFavouritesOnly: true }
    const settings = await open()
    settings.change({ gallery })
    settings.change({ theme: 'dark' })
    expect((await open()).current()).toMatchObject({ theme: 'dark', gallery })
  })

  it('keep a limit until it is removed', async () => {
    const settings = await open()
    settings.change({ dailyLimit: 200, confirmAbove: 50 })
    settings.change({ theme: 'dark' })
    expect((await open()).current()).toMatchObject({ dailyLimit: 200, confirmAbove: 50 })
    expect(settings.change({ dailyLimit: null })).toMatchObject({ dailyLimit: null, confirmAbove: 50 })
  })

  it.each([
    [
      'an invalid theme',
      { theme: 'pink', libraryFolder: '/media/big', favourites: ['x'] },
      { theme: 'system', libraryFolder: '/media/big', favourites: ['x'], ...noRules }
    ],
    [
      'an invalid folder',
      { theme: 'dark', libraryFolder: 7, favourites: ['x'] },
      { theme: 'dark', libraryFolder: '/pictures/Kiln', favourites: ['x'], ...noRules }
    ],
    ['data without settings', 'x', { theme: 'system', libraryFolder: '/pictures/Kiln', favourites: [], ...noRules }]
  ])('read %s as its default and keep the others', async (_what, stored, read) => {
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: stored }))
    expect((await open()).current()).toEqual(read)
  })

  it('are stored in the same order and format as by earlier versions', async () => {
    const { theme, language, favourites, ...others } = everySetting
    const settings = await open()
    settings.change(others)
    settings.change({ favourites: [...favourites], language, theme })
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(JSON.stringify({ settings: everySetting }, null, '\t'))
  })

  it('each keep their stored value', async () => {
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: everySetting }))
    expect((await open()).current()).toEqual(everySetting)
  })

  it.each(settingNames)('keep all other values if %s is invalid', async (name) => {
    const defaults = (await open()).current()
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: { ...everySetting, [name]: [[]] } }))
    expect((await open()).current()).toEqual({ ...everySetting, [name]: defaults[name] })
  })

  it('keep the other keys of a setting if one is missing, as after an update that adds a key', async () => {
    const { notices } = everySetting
    const { held: _, ...kinds } = notices.kinds
    const stored = { ...everySetting, notices: { kinds: { ...kinds, done: !kinds.done }, quiet: { ...notices.quiet, isOn: true } } }
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: stored }))
    expect((await open()).current().notices).toEqual({
      kinds: { ...kinds, done: !kinds.done, held: true },
      quiet: { ...notices.quiet, isOn: true }
    })
  })

  it('keep their values if a change doesn’t mention them or sets them to undefined', async () => {
    const settings = await open()
    settings.change(everySetting)
    expect(settings.change({ theme: undefined, dailyLimit: undefined, network: undefined } as never)).toEqual(everySetting)
  })

  it('can all be changed by the window, except the library folder', () => {
    const { libraryFolder: _chosenInDialog, ...changeable } = everySetting
    expect(settingsChangeSchema.parse(everySetting)).toEqual(changeable)
    expect(settingsChangeSchema.parse({})).toEqual({})
  })

  it.each([
    { favourites: Array.from({ length: 501 }, String) },
    { favourites: ['x'.repeat(201)] },
    { gallery: null },
    { library: null },
    { nameRule: '' },
    { dailyLimit: -1 },
    { network: { ...defaultNetworkSettings, way: 'manual' } }
  ])('can’t be changed by the window to %j', (change) => {
    expect(settingsChangeSchema.safeParse(change).success).toBe(false)
  })

  it('keep a stored network route that the window could no longer enter', async () => {
    const network = { ...defaultNetworkSettings, way: 'manual' }
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: { network } }))
    expect((await open()).current().network).toEqual(network)
  })
})
