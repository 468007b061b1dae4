import { describe, expect, it } from 'vitest'
import { createValueCodec } from '../page/value-codec.ts'

const { encode, decode } = createValueCodec()

class Vase {
  readonly glaze = 'celadon'
  get colour(): string {
    return 'green'
  }
}

describe('values that are sent between main and page', () => {
  it.each<[string, () => unknown]>([
    ['a proxy', () => new Proxy({}, {})],
    ['an array proxy', () => new Proxy([], {})],
    ['a function', () => () => undefined],
    ['a symbol', () => Symbol('one')],
    ['a promise', () => Promise.resolve()],
    ['a weak map', () => new WeakMap()],
    ['a blob', () => new Blob(['x'])],
    ['a port', () => new MessageChannel().port1]
  ])('can’t be or contain %s', (_, make) => {
    expect(() => encode(make())).toThrow('An object could not be cloned.')
    expect(() => encode({ list: [{ value: make() }] })).toThrow('An object could not be cloned.')
  })

  it('become plain objects if they were instances of a class', () => {
    const arrived = decode(encode({ vase: new Vase() })) as { vase: object }
    expect(Object.getPrototypeOf(arrived.vase)).toBe(Object.prototype)
    expect(arrived).toEqual({ vase: { glaze: 'celadon' } })
  })

  it('pass on an error that a getter throws', () => {
    const broken = Object.defineProperty({}, 'value', {
      enumerable: true,
      get: () => {
        throw new RangeError('not now')
      }
    })
    expect(() => encode(broken)).toThrow('not now')
  })
})
