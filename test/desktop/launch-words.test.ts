import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createArrivals } from '../../electron/desktop/arrivals.ts'
import { callsOf, readCalls } from '../../electron/desktop/launch-words.ts'

const folder = resolve('/home/ada')
const packaged = { isPackaged: true, workingDirectory: folder }

describe('the command line of a start', () => {
  it('names files and links, and the rest are switches', () => {
    const words = ['kiln', '--no-sandbox', 'kiln://capability/vase', '--user-data-dir=/tmp/x', 'cat.png', '--hidden']
    expect(callsOf(words, packaged)).toEqual({ links: ['kiln://capability/vase'], files: [resolve(folder, 'cat.png')] })
  })

  it('begins with the app itself while it is not packaged', () => {
    const words = ['electron', '--no-sandbox', '/work/kiln', 'cat.png']
    expect(callsOf(words, { ...packaged, isPackaged: false }).files).toEqual([resolve(folder, 'cat.png')])
    expect(callsOf(['electron', '/work/kiln'], { ...packaged, isPackaged: false })).toEqual({ links: [], files: [] })
  })

  it('takes an address of a file for the file, unless it is on another computer', () => {
    const here = pathToFileURL(resolve(folder, 'a cat.png')).href
    expect(callsOf(['kiln', here, 'file://elsewhere/cat.png', 'file:%'], packaged).files).toEqual([resolve(folder, 'a cat.png')])
  })

  it('keeps a link whose scheme is written large away from the files: it is refused later', () => {
    expect(callsOf(['kiln', 'KILN:../../etc/passwd'], packaged)).toEqual({ links: ['KILN:../../etc/passwd'], files: [] })
  })

  it('takes a hundred of them and no more', () => {
    expect(callsOf(['kiln', ...Array.from({ length: 500 }, (_, at) => `${at}.png`)], packaged).files).toHaveLength(100)
  })
})

describe('what a second start hands over', () => {
  it('is taken as it was sent', () => {
    const calls = { links: ['kiln://task/x'], files: [resolve(folder, 'cat.png')] }
    expect(readCalls(structuredClone(calls))).toEqual(calls)
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
  ])('counts for nothing as %j', (handed) => {
    expect(readCalls(handed)).toEqual({ links: [], files: [] })
  })
})

describe('what has arrived', () => {
  it('waits for a page, is told once, and says when there is more', () => {
    let came = 0
    const arrivals = createArrivals(() => came++)
    arrivals.add({ links: [], files: [] })
    expect(came).toBe(0)
    arrivals.add({ links: ['a'], files: [] })
    arrivals.add({ links: [], files: ['/b'] })
    expect(came).toBe(2)
    expect(arrivals.take()).toEqual({ links: ['a'], files: ['/b'] })
    expect(arrivals.take()).toEqual({ links: [], files: [] })
  })

  it('never grows beyond a hundred, of which the newest stay', () => {
    const arrivals = createArrivals(() => undefined)
    for (let at = 0; at < 1_000; at++) arrivals.add({ links: [`${at}`], files: [`/${at}`] })
    const { links, files } = arrivals.take()
    expect([links.length, files.length, links.at(-1), files.at(-1)]).toEqual([100, 100, '999', '/999'])
  })
})
