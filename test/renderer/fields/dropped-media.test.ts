import { describe, expect, it } from 'vitest'
import { itemDragType } from '../../../renderer/media/item-drag.ts'
import { parseUrls, urlError, droppedValues } from '../../../renderer/fields/dropped-media.ts'

const handed = (data: { readonly [type: string]: string }) => ({ getData: (type: string) => data[type] ?? '' })

describe('a pasted text', () => {
  it.each<[string, readonly string[]]>([
    ['https://a.example/b.png', ['https://a.example/b.png']],
    ['  https://a.example/b.png\nhttp://c.example/d.png \n', ['https://a.example/b.png', 'http://c.example/d.png']],
    ['see https://a.example/b.png', []],
    ['ftp://a.example/b.png', []],
    ['https://', []],
    ['', []]
  ])('%j contains the addresses %j', (text, addresses) => {
    expect(parseUrls(text)).toEqual(addresses)
  })

  const start = 'The address must start with https:// or http://.'
  const incomplete = 'This address is incomplete. Enter it in full, such as https://example.com/vase.png.'

  it.each([
    ['', start],
    ['vase.png', start],
    ['ftp://a.example', start],
    ['javascript:alert(1)', start],
    ['https://', incomplete],
    ['https://[::nope]/', incomplete],
    ['https://a b.example/', 'A web address can’t contain spaces.']
  ])('%j is not a valid address: %s', (text, words) => {
    expect(urlError(text)).toBe(words)
  })

  it('that is a valid address has no error', () => {
    expect(urlError('https://media.example.org/a b'.replace(' ', '%20'))).toBeNull()
  })
})

describe('a drop', () => {
  it('of a Kiln result adds the result and ignores other data', () => {
    expect(droppedValues(handed({ [itemDragType]: 'task.0', 'text/plain': 'https://a.example/b.png' }))).toEqual([{ item: 'task.0' }])
    expect(droppedValues(handed({ [itemDragType]: 'task.0 task.1' }))).toEqual([{ item: 'task.0' }, { item: 'task.1' }])
  })

  it('of links adds their addresses without the comments', () => {
    expect(droppedValues(handed({ 'text/uri-list': '# two\r\nhttps://a.example/1.png\r\nhttps://a.example/2.png\r\n' }))).toEqual([
      'https://a.example/1.png',
      'https://a.example/2.png'
    ])
  })

  it('of anything else adds nothing', () => {
    expect(droppedValues(handed({ 'text/plain': 'a vase' }))).toEqual([])
    expect(droppedValues(null)).toEqual([])
  })
})
