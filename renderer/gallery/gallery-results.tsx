import { memo, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/capability.ts'
import { phrases, sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { noFacets } from './facets.ts'
import { GalleryGrid } from './gallery-grid.tsx'
import { askGallery, galleryMemory } from './gallery-memory.ts'
import type { GallerySection, GalleryTab, SortOrder } from './gallery-sections.ts'
import { foundSections, gallerySections, isInTab, nearestSections } from './gallery-sections.ts'
import { largePlaces } from './gallery-rows.ts'
import { NothingFound } from './nothing-found.tsx'
import type { Recent } from './recents.ts'
import { searchIndexOf } from './search/capability-search.ts'
import { markerOf } from './search/marks.ts'
import { nearestTo } from './search/nearest.ts'
import type { Findings } from './search/search-capabilities.ts'
import { searchCapabilities } from './search/search-capabilities.ts'
import { isQuestion } from './search/words.ts'

export type GalleryResultsProps = {
  readonly capabilities: readonly Capability[]
  /** Whether a capability is within the facets. */
  readonly isWithin: (capability: Capability) => boolean
  /** Those that are. */
  readonly within: readonly Capability[]
  readonly recents: readonly Recent[]
  readonly favourites: readonly string[]
  readonly tab: GalleryTab
  readonly sort: SortOrder
  readonly isNarrowed: boolean
  readonly onOpen: (capabilityId: string) => void
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
  /** Told what a press on Enter in the search opens; null: nothing. */
  readonly onFirst: (capabilityId: string | null) => void
}

/** What is shown: by category, or what the search finds, or what comes nearest. */
export const GalleryResults = memo(function GalleryResults(props: GalleryResultsProps) {
  const { capabilities, isWithin, within, recents, favourites, tab, sort, isNarrowed, onOpen, onFavourite, onFirst } = props
  const query = useStore(galleryMemory, (memory) => memory.query)
  const { measure, width } = useElementWidth()
  const mostRecents = largePlaces(width ?? 0)
  const isSearching = isQuestion(query)
  const isAll = tab === 'all' && within === capabilities
  const findings = useMemo(() => {
    if (!isSearching) return null
    const preferred = new Set(favourites)
    return searchCapabilities(searchIndexOf(capabilities), query, {
      ...(isAll ? {} : { isShown: (capability: Capability) => isInTab(capability, tab) && isWithin(capability) }),
      ...(preferred.size === 0 ? {} : { isPreferred: ({ id }: Capability) => preferred.has(id) })
    })
  }, [capabilities, isWithin, favourites, tab, isAll, query, isSearching])
  const marker = useMemo(() => (isSearching ? markerOf(query) : null), [query, isSearching])
  const isNothingFound = findings !== null && findings.found.length + findings.alike.length === 0
  const nearest = useMemo(
    () => (isNothingFound ? nearestTo(searchIndexOf(capabilities), query) : null),
    [capabilities, query, isNothingFound]
  )
  const unasked = useMemo(
    () => (isSearching ? null : gallerySections({ capabilities: within, recents, favourites, tab, sort, mostRecents })),
    [isSearching, within, recents, favourites, tab, sort, mostRecents]
  )
  const sections = useMemo(
    () => unasked ?? (nearest === null ? foundSections(findings ?? nothing) : nearestSections(nearest.capabilities)),
    [findings, nearest, unasked]
  )
  const first = isSearching ? (sections[0]?.cards[0]?.capability.id ?? null) : null
  useEffect(() => onFirst(first), [onFirst, first])

  return (
    <>
      <LiveRegion>{wordsOf(findings, sections)}</LiveRegion>
      {(isNothingFound || sections.length === 0) && (
        <NothingFound
          query={query.trim()}
          suggestion={nearest?.query ?? null}
          hasNearest={sections.length > 0}
          isNarrowed={isNarrowed}
          onAsk={askGallery}
          onClear={() => askGallery('')}
          onWiden={() => galleryMemory.setState({ tab: 'all', facets: noFacets, scrollTop: 0, currentCard: null })}
        />
      )}
      {sections.length > 0 && (
        <GalleryGrid
          measure={measure}
          width={width}
          question={`${tab} ${sort} ${query}`}
          capabilities={capabilities}
          sections={sections}
          marker={marker}
          recents={recents}
          favourites={favourites}
          onOpen={onOpen}
          onFavourite={onFavourite}
        />
      )}
    </>
  )
})

const nothing: Findings = { found: [], alike: [] }

function wordsOf(findings: Findings | null, sections: readonly GallerySection[]): string {
  if (findings === null) return ''
  const { found, alike } = findings
  if (found.length + alike.length > 0) {
    return phrases(
      say('{count, plural, one {# capability} other {# capabilities}} found', { count: found.length }),
      alike.length === 0 ? null : say('{count} spelled alike', { count: alike.length })
    )
  }
  return sentences(
    say('Nothing found.'),
    sections.length === 0
      ? null
      : say('{count, plural, one {# capability} other {# capabilities}} come nearest.', { count: sections[0]?.cards.length ?? 0 })
  )
}
