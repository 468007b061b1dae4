import { lazy, memo, Suspense, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/form/capability.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { noFacets } from './gallery-facets.ts'
import { GalleryGrid } from './gallery-grid.tsx'
import { setGalleryQuery, galleryStore } from './gallery-store.ts'
import type { GalleryTab, SortOrder } from './gallery-sections.ts'
import { searchResultSections, gallerySections, isInTab, nearestSections } from './gallery-sections.ts'
import { largeCardsPerRow } from './gallery-rows.ts'
import type { RecentCapability } from './recent-capabilities.ts'
import type { CapabilitySearchResult } from './search/search-capabilities.ts'
import { useSearchModule } from './use-search-module.ts'
import { hasQueryTerms } from '../search/search-terms.ts'

/** Loaded lazily, because something is usually found. */
const NoResults = lazy(async () => ({ default: (await import('./no-results.tsx')).NoResults }))

export type GalleryResultsProps = {
  readonly capabilities: readonly Capability[]
  /** Returns true if a capability matches the facets. */
  readonly isWithin: (capability: Capability) => boolean
  /** Capabilities that match the facets. */
  readonly within: readonly Capability[]
  readonly recents: readonly RecentCapability[]
  readonly favourites: readonly string[]
  readonly tab: GalleryTab
  readonly sort: SortOrder
  readonly isNarrowed: boolean
  /** Number of files that the user starts from. Null without files. */
  readonly startCount: number | null
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
  /** Called with the ID of the first match, which Enter in the search box opens. Null without a search or a match. */
  readonly onFirst: (capabilityId: string | null) => void
}

/** Content of the gallery: capabilities by category, search results, or the closest matches. */
export const GalleryResults = memo(function GalleryResults(props: GalleryResultsProps) {
  const { capabilities, isWithin, within, recents, favourites, tab, sort, isNarrowed, startCount, onFavourite, onFirst } = props
  const query = useStore(galleryStore, (memory) => memory.query)
  const { measure, width } = useElementWidth()
  const maxRecents = largeCardsPerRow(width ?? 0)
  const code = useSearchModule()
  const search = hasQueryTerms(query) ? code : null
  const isSearching = search !== null
  const isAll = tab === 'all' && within === capabilities
  const findings = useMemo(() => {
    if (search === null) return null
    const preferred = new Set(favourites)
    return search.searchCapabilities(search.searchIndexOf(capabilities), query, {
      ...(isAll ? {} : { isShown: (capability: Capability) => isInTab(capability, tab) && isWithin(capability) }),
      ...(preferred.size === 0 ? {} : { isPreferred: ({ id }: Capability) => preferred.has(id) })
    })
  }, [capabilities, isWithin, favourites, tab, isAll, query, search])
  const highlighter = useMemo(() => search?.createHighlighter(query) ?? null, [query, search])
  const hasNoResults = findings !== null && findings.found.length + findings.fuzzy.length === 0
  const nearest = useMemo(
    () => (search !== null && hasNoResults ? search.findNearestMatches(search.searchIndexOf(capabilities), query) : null),
    [capabilities, query, search, hasNoResults]
  )
  const unasked = useMemo(
    () => (isSearching ? null : gallerySections({ capabilities: within, recents, favourites, tab, sort, startCount, maxRecents })),
    [isSearching, within, recents, favourites, tab, sort, startCount, maxRecents]
  )
  const sections = useMemo(
    () => unasked ?? (nearest === null ? searchResultSections(findings ?? nothing) : nearestSections(nearest.capabilities)),
    [findings, nearest, unasked]
  )
  const first = isSearching ? (sections[0]?.cards[0]?.capability.id ?? null) : null
  useEffect(() => onFirst(first), [onFirst, first])

  return (
    <>
      <LiveRegion>{search?.searchAnnouncement(findings, sections) ?? ''}</LiveRegion>
      {(hasNoResults || sections.length === 0) && (
        <Suspense>
          <NoResults
            query={query.trim()}
            suggestion={nearest?.query ?? null}
            hasNearest={sections.length > 0}
            isNarrowed={isNarrowed}
            onAsk={setGalleryQuery}
            onClear={() => setGalleryQuery('')}
            onWiden={() => galleryStore.setState({ tab: 'all', facets: noFacets, start: null, scrollTop: 0, currentCard: null })}
          />
        </Suspense>
      )}
      {sections.length > 0 && (
        <GalleryGrid
          measure={measure}
          width={width}
          query={`${tab} ${sort} ${startCount ?? ''} ${query}`}
          capabilities={capabilities}
          sections={sections}
          highlighter={highlighter}
          recents={recents}
          favourites={favourites}
          onFavourite={onFavourite}
        />
      )}
    </>
  )
})

const nothing: CapabilitySearchResult = { found: [], fuzzy: [], score: 0 }
