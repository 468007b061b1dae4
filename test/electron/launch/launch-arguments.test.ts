import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createOpenRequestQueue } from '../../../electron/launch/open-requests.ts'
import { parseLaunchArguments, parseLaunchTargets } from '../../../electron/launch/launch-arguments.ts'

const folder = resolve('/home/ada')
const packaged = { isPackaged: true, workingDirectory: folder, platform: 'linux' } as const

describe('the command line at launch', () => {
  it('contains files and links, and everything else counts as a switch', () => {
    const words = ['kiln', '--no-sandbox', 'kiln://capability/vase', '--user-data-dir=/tmp/x', 'cat.png', '--hidden']
    expect(parseLaunchArguments(words, packaged)).toEqual({ links: ['kiln://capability/vase'], files: [resolve(folder, 'cat.png')] })
  })

  it('starts with the app’s path if Kiln is unpackaged', () => {
    const words = ['electron', '--no-sandbox', '/work/kiln', 'cat.png']
    expect(parseLaunchArguments(words, { ...packaged, isPackaged: false }).files).toEqual([resolve(folder, 'cat.png')])
    expect(parseLaunchArguments(['electron', '/work/kiln'], { ...packaged, isPackaged: false })).toEqual({ links: [], files: [] })
  })

  it('can contain macOS settings, whose values are not files', () => {
    const words = ['kiln', '-AppleLanguages', '(en)', '-NSDocumentRevisionsDebugMode', 'YES', '-psn_0_12345', 'cat.png']
    expect(parseLaunchArguments(words, { ...packaged, platform: 'darwin' }).files).toEqual([resolve(folder, 'cat.png')])
    const unpackaged = ['Electron', '/work/kiln', '-AppleLanguages', '(en)']
    expect(parseLaunchArguments(unpackaged, { ...packaged, isPackaged: false, platform: 'darwin' })).toEqual({ links: [], files: [] })
    expect(parseLaunchArguments(['kiln', '-NSNone', 'cat.png'], packaged).files).toEqual([resolve(folder, 'cat.png')])
  })

  it('accepts file URLs of this computer', () => {
    const here = pathToFileURL(resolve(folder, 'a cat.png')).href
    expect(parseLaunchArguments(['kiln', here, 'file://elsewhere/cat.png', 'file:%'], packaged).files).toEqual([
      resolve(folder, 'a cat.png')
    ])
  })

  it('treats a link with an upper-case scheme as a link, not as a file', () => {
    expect(parseLaunchArguments(['kiln', 'KILN:../../etc/passwd'], packaged)).toEqual({ links: ['KILN:../../etc/passwd'], files: [] })
  })

  it('accepts at most a hundred files', () => {
    expect(parseLaunchArguments(['kiln', ...Array.from({ length: 500 }, (_, at) => `${at}.png`)], packaged).files).toHaveLength(100)
  })
})

describe('the launch targets from a second instance', () => {
  it('are accepted unchanged', () => {
    const calls = { links: ['kiln://task/x'], files: [resolve(folder, 'cat.png')] }
    expect(parseLaunchTargets(structuredClone(calls))).toEqual(calls)
  })

  it.each([
    null,
    'text',
    7,
    {},
    { links: 'kiln:', files: [] },
    { links: [], files: ['relative.png'] },
    { links: [{}], files: [] },
    { links: { length: { toString: 1 } }, files: [{ length: { valueOf: 1 } }] }
  ])('are ignored if they are %j', (handed) => {
    expect(parseLaunchTargets(handed)).toEqual({ links: [], files: [] })
  })
})

describe('a queued launch target', () => {
  it('waits for a page, is handed out once, and is announced when it arrives', () => {
    let came = 0
    const openRequests = createOpenRequestQueue(() => came++)
    openRequests.add({ links: [], files: [] })
    expect(came).toBe(0)
    openRequests.add({ links: ['a'], files: [] })
    openRequests.add({ links: [], files: ['/b'] })
    expect(came).toBe(2)
    expect(openRequests.takeAll()).toEqual({ links: ['a'], files: ['/b'] })
    expect(openRequests.takeAll()).toEqual({ links: [], files: [] })
  })

  it('is one of at most a hundred, of which the newest are kept', () => {
    const openRequests = createOpenRequestQueue(() => undefined)
    for (let at = 0; at < 1_000; at++) openRequests.add({ links: [`${at}`], files: [`/${at}`] })
    const { links, files } = openRequests.takeAll()
    expect([links.length, files.length, links.at(-1), files.at(-1)]).toEqual([100, 100, '999', '/999'])
  })
})
