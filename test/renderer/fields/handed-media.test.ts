import { describe, expect, it } from 'vitest'
import { itemDragType } from '../../../renderer/bridge/item-drag.ts'
import { addressesIn, addressFault, valuesIn } from '../../../renderer/fields/handed-media.ts'

const handed = (data: { readonly [type: string]: string }) => ({ getData: (type: string) => data[type] ?? '' })

describe('a pasted text', () => {
  it.each<[string, readonly string[]]>([
    ['https://a.example/b.png', ['https://a.example/b.png']],
    ['  https://a.example/b.png\nhttp://c.example/d.png \n', ['https://a.example/b.png', 'http://c.example/d.png']],
    ['see https://a.example/b.png', []],
    ['ftp://a.example/b.png', []],
    ['https://', []],
    ['', []]
  ])('%j holds the addresses %j', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses)
  })

  it.each(['', 'vase.png', 'ftp://a.example', 'https://', 'https://a b.example/', 'javascript:alert(1)', 'https://[::nope]/'])(
    '%j is no address that a service can fetch',
    (text) => {
      expect(addressFault(text)).toBe('It has to start with https:// or http://.')
    }
  )

  it('that is one says nothing', () => {
    expect(addressFault('https://media.example.org/a b'.replace(' ', '%20'))).toBeNull()
  })
})

describe('a drop', () => {
  it('of a result of our own brings the result, whatever else it says', () => {
    expect(valuesIn(handed({ [itemDragType]: 'task.0', 'text/plain': 'https://a.example/b.png' }))).toEqual([{ item: 'task.0' }])
    expect(valuesIn(handed({ [itemDragType]: 'task.0 task.1' }))).toEqual([{ item: 'task.0' }, { item: 'task.1' }])
  })

  it('of links brings their addresses, without the remarks between them', () => {
    expect(valuesIn(handed({ 'text/uri-list': '# two\r\nhttps://a.example/1.png\r\nhttps://a.example/2.png\r\n' }))).toEqual([
      'https://a.example/1.png',
      'https://a.example/2.png'
    ])
  })

  it('of anything else brings nothing', () => {
    expect(valuesIn(handed({ 'text/plain': 'a vase' }))).toEqual([])
    expect(valuesIn(null)).toEqual([])
  })
})
