import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorldPeer, type WorldPeer } from '../page/world-peer.ts'

let page: WorldPeer
let preload: WorldPeer
let arrived: unknown

beforeEach(() => {
  // The two worlds of a page share only the document.
  vi.stubGlobal('document', new EventTarget())
  page = createWorldPeer('page', 'preload')
  preload = createWorldPeer('preload', 'page')
  preload.handle('take', (value) => {
    arrived = value
  })
})
afterEach(() => vi.unstubAllGlobals())

class Vase {
  readonly glaze = 'celadon'
  readonly fire = (): string => 'fired'
  turn(): string {
    return 'turned'
  }
}

function nested(depth: number): object {
  let value: object = {}
  for (let level = 1; level < depth; level++) value = { value }
  return value
}

describe('a value that crosses the context bridge', () => {
  it('is nested at most a thousand levels deep', () => {
    page.ask('take', nested(1000))
    expect(arrived).toEqual(nested(1000))
    expect(() => page.ask('take', nested(1001))).toThrow(
      'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.'
    )
  })

  it('loses its class prototype', () => {
    page.ask('take', new Vase())
    const vase = arrived as Vase
    expect([Object.getPrototypeOf(vase), vase.glaze, vase.fire(), vase.turn]).toEqual([Object.prototype, 'celadon', 'fired', undefined])
  })

  it.each<[string, unknown]>([
    ['a proxy', new Proxy({ glaze: 'celadon' }, {})],
    ['an array proxy', new Proxy(['celadon'], {})],
    ['an object with a proxy inside', { vases: [new Proxy({}, {})] }]
  ])('is never %s', (_, value) => {
    expect(() => page.ask('take', value)).toThrow('An object could not be cloned.')
  })
})
