import { describe, expect, it } from 'vitest'
import { searchIndexOf } from '../../../../renderer/gallery/search/capability-search.ts'
import { findNearestMatches } from '../../../../renderer/gallery/search/nearest-matches.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import { aCapability } from '../a-capability.ts'

const near = (query: string, capabilities = fallbackCapabilities) => {
  const { query: meant, capabilities: nearest } = findNearestMatches(searchIndexOf(capabilities), query)
  return { meant, titles: nearest.map(({ title }) => title) }
}

describe('a search without results', () => {
  it('offers a similar word', () => {
    expect(near('upskaylar')).toEqual({ meant: 'upscaler', titles: ['Video upscaler'] })
  })

  it('offers capabilities that match most of the words', () => {
    const { meant, titles } = near('video face zebra')
    expect(meant).toBe('video face')
    expect(titles[0]).toBe('Video face swap')
    expect(titles).toContain('Video upscaler')
  })

  it('offers nothing if nothing is similar', () => {
    expect(near('qqqq xxxx')).toEqual({ meant: null, titles: [] })
  })

  it('offers at most twelve capabilities', () => {
    const many = Array.from({ length: 300 }, (_, place) => aCapability({ id: `c-${place}`, title: `Video ${place}` }))
    expect(near('video zebra', many).titles).toHaveLength(12)
  })
})
