import { describe, expect, it } from 'vitest'
import { nearestSections } from '../../../../renderer/gallery/gallery-sections.ts'
import { searchAnnouncement } from '../../../../renderer/gallery/search/search-announcement.ts'
import { aCapability } from '../a-capability.ts'

describe('the announcement after a search', () => {
  const one = aCapability({ id: 'one' })
  const other = aCapability({ id: 'other' })

  it('agrees with the number of capabilities', () => {
    const nothing = { found: [], fuzzy: [], score: 0 }
    expect(searchAnnouncement(nothing, nearestSections([one]))).toBe('No results. 1 close match.')
    expect(searchAnnouncement(nothing, nearestSections([one, other]))).toBe('No results. 2 close matches.')
    expect(searchAnnouncement(nothing, [])).toBe('No results.')
  })

  it('counts similar spelling separately', () => {
    expect(searchAnnouncement({ found: [one], fuzzy: [other], score: 1 }, [])).toBe('1 capability found, plus 1 with similar spelling')
  })

  it('is empty without a search', () => {
    expect(searchAnnouncement(null, [])).toBe('')
  })
})
