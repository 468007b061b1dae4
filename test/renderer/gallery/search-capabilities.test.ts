import { describe, expect, it } from 'vitest'
import { foundFieldsOf, rangesOf, searchCapabilities, searchIndexOf } from '../../../renderer/gallery/search-capabilities.ts'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'
import { aCapability } from './a-capability.ts'

const search = (query: string, capabilities = floorCapabilities) => searchCapabilities(searchIndexOf(capabilities), query)
const namesOf = (query: string) => search(query).map(({ capability }) => capability.title)

describe('searching capabilities', () => {
  it('finds by the beginning of a name before the middle of one', () => {
    const capabilities = [
      aCapability({ id: 'a', title: 'Bright video' }),
      aCapability({ id: 'b', title: 'Video from text' }),
      aCapability({ id: 'c', title: 'Previdence' })
    ]
    expect(search('vid', capabilities).map(({ capability }) => capability.id)).toEqual(['b', 'a', 'c'])
  })

  it('finds by the name of a field, and says which', () => {
    const found = search('seed')
    expect(found.map(({ capability }) => capability.id)).toContain('imgmodel-3-0-image-generator')
    expect(foundFieldsOf(found[0]!)).toEqual([{ label: 'seed', ranges: [[0, 4]] }])
  })

  it('finds by words of the purpose, without regard to case', () => {
    expect(namesOf('EXPANSION')).toEqual(['Image generator 3.0'])
  })

  it('finds by category, as it is said', () => {
    const capabilities = [aCapability({ id: 'a', title: 'Speech from text', category: 'audio', output: 'audio' }), aCapability({ id: 'b' })]
    expect(search('sound', capabilities).map(({ capability }) => capability.id)).toEqual(['a'])
  })

  it('wants every word, each anywhere', () => {
    expect(namesOf('generator 3.0')).toEqual(['Image generator 3.0'])
    expect(namesOf('generator zebra')).toEqual([])
  })

  it('finds nothing for nothing', () => {
    expect(search('')).toEqual([])
    expect(search('   ')).toEqual([])
  })

  it('takes signs as they are', () => {
    expect(namesOf('(.*')).toEqual([])
  })
})

describe('marking what was found', () => {
  it('marks every place, and makes one of those that touch', () => {
    expect(rangesOf('Image generator', ['image'])).toEqual([[0, 5]])
    expect(rangesOf('anana', ['an', 'na'])).toEqual([[0, 5]])
    expect(rangesOf('seed and seeds', ['seed'])).toEqual([
      [0, 4],
      [9, 13]
    ])
    expect(rangesOf('nothing', ['seed'])).toEqual([])
  })
})
