import { lazy, memo, Suspense } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/form/capability.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/select.tsx'
import { FilterButton } from './filter-button.tsx'
import { galleryStore, setGalleryFacets } from './gallery-store.ts'
import { activeFacetCount } from './gallery-facets.ts'
import { isInTab } from './gallery-sections.ts'
import type { GalleryTab } from './gallery-sections.ts'
import styles from './gallery-view.module.css'
import { loadedSearchModule } from './use-search-module.ts'
import { hasQueryTerms } from '../search/search-terms.ts'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'

/** Loaded after the gallery is rendered, because overlays need a lot of code. */
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))

const sortOptions = [
  { value: 'recent', label: word('Recently used') },
  { value: 'name', label: word('Name') },
  { value: 'price', label: word('Price') }
] as const

export type GalleryToolbarProps = {
  readonly capabilities: readonly Capability[]
  readonly favourites: readonly string[]
  readonly tab: GalleryTab
}

/** Filter and sort order. The sort order is hidden during a search, because search results have their own order. */
export const GalleryToolbar = memo(function GalleryToolbar({ capabilities, favourites, tab }: GalleryToolbarProps) {
  const facets = useStore(galleryStore, (memory) => memory.facets)
  const sort = useStore(galleryStore, (memory) => memory.sort)
  const isSearching = useStore(galleryStore, (memory) => hasQueryTerms(memory.query))

  /** Returns the capabilities that match the tab and the search, before the facets apply. */
  function shown(): readonly Capability[] {
    const { query } = galleryStore.getState()
    const isShown = (capability: Capability) => isInTab(capability, tab)
    const search = hasQueryTerms(query) ? loadedSearchModule() : null
    if (search === null) return capabilities.filter(isShown)
    const { found, fuzzy } = search.searchCapabilities(search.searchIndexOf(capabilities), query, { isShown })
    return [...found, ...fuzzy]
  }
  return (
    <>
      <span className={classNames(isSearching && styles.away)}>
        <Select
          label={say('Sort by')}
          variant="quiet"
          options={translateOptionLabels(sortOptions)}
          value={sort}
          onChange={(next) => galleryStore.setState({ sort: next, scrollTop: 0 })}
        />
      </span>
      <Suspense fallback={<FilterButton count={activeFacetCount(facets)} notReady />}>
        <FilterPanel facets={facets} favourites={favourites} shown={shown} onChange={setGalleryFacets} />
      </Suspense>
    </>
  )
})
