import { lazy, memo, Suspense } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/capability.ts'
import { say, word } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/select.tsx'
import { FilterButton } from './filter-button.tsx'
import { galleryMemory, narrowGallery } from './gallery-memory.ts'
import { countOfFacets } from './facets.ts'
import { isInTab } from './gallery-sections.ts'
import type { GalleryTab } from './gallery-sections.ts'
import styles from './gallery-view.module.css'
import { searchIndexOf } from './search/capability-search.ts'
import { searchCapabilities } from './search/search-capabilities.ts'
import { isQuestion } from './search/words.ts'
import { saidLabels } from '../ui/said-labels.ts'

/** Read right after the gallery was drawn: what floats is much code. */
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))

const sortOptions = [
  { value: 'recent', label: word('Recently used') },
  { value: 'name', label: word('Name') },
  { value: 'price', label: word('Price') }
] as const

export type GalleryToolsProps = {
  readonly capabilities: readonly Capability[]
  readonly favourites: readonly string[]
  readonly tab: GalleryTab
}

/** Filter and order. What is found has an order of its own. */
export const GalleryTools = memo(function GalleryTools({ capabilities, favourites, tab }: GalleryToolsProps) {
  const facets = useStore(galleryMemory, (memory) => memory.facets)
  const sort = useStore(galleryMemory, (memory) => memory.sort)
  const isSearching = useStore(galleryMemory, (memory) => isQuestion(memory.query))

  /** What tab and search leave, before the facets. */
  function shown(): readonly Capability[] {
    const { query } = galleryMemory.getState()
    const isShown = (capability: Capability) => isInTab(capability, tab)
    if (!isQuestion(query)) return capabilities.filter(isShown)
    const { found, alike } = searchCapabilities(searchIndexOf(capabilities), query, { isShown })
    return [...found, ...alike]
  }
  return (
    <>
      <span className={classNames(isSearching && styles.away)}>
        <Select
          label={say('Sort by')}
          look="quiet"
          options={saidLabels(sortOptions)}
          value={sort}
          onChange={(next) => galleryMemory.setState({ sort: next, scrollTop: 0 })}
        />
      </span>
      <Suspense fallback={<FilterButton count={countOfFacets(facets)} notReady />}>
        <FilterPanel facets={facets} favourites={favourites} shown={shown} onChange={narrowGallery} />
      </Suspense>
    </>
  )
})
