import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/capability.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { loadCapabilities, session } from '../bridge/session.ts'
import { useCapabilities, useSettings } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { Tabs, tabPanel } from '../ui/tabs.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { countOfFacets, facetFilter } from './facets.ts'
import { FilterChips } from './filter-chips.tsx'
import { galleryMemory, narrowGallery } from './gallery-memory.ts'
import { GalleryResults } from './gallery-results.tsx'
import { GallerySearch } from './gallery-search.tsx'
import { galleryTabs } from './gallery-sections.ts'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { GalleryTools } from './gallery-tools.tsx'
import styles from './gallery-view.module.css'
import { areSameRecents, recentsOf } from './recents.ts'
import { prepareSearch } from './search/capability-search.ts'
import { useKeptGallery } from './use-kept-gallery.ts'

export type GalleryViewProps = { readonly onOpen: (capabilityId: string) => void }

const noCapabilities: readonly Capability[] = []
const noFavourites: readonly string[] = []

/** Every capability by medium, with search as one types. What is typed is known to the search and the results alone: nothing else is drawn anew. */
export function GalleryView({ onOpen }: GalleryViewProps) {
  const loaded = useCapabilities()
  const capabilities = loaded.state === 'ready' ? loaded.value : noCapabilities
  const recents = useTaskSummary(recentsOf, areSameRecents)
  const favourites = useSettings()?.favourites ?? noFavourites
  const tab = useStore(galleryMemory, (memory) => memory.tab)
  const sort = useStore(galleryMemory, (memory) => memory.sort)
  const facets = useStore(galleryMemory, (memory) => memory.facets)
  const first = useRef<string | null>(null)
  useKeptGallery()
  useEffect(() => prepareSearch(capabilities), [capabilities])
  const sayFailure = useFailureToast()
  const chooseFavourite = useCallback(
    (id: string, isFavourite: boolean) => void keepFavourite(id, isFavourite).then(sayFailure),
    [sayFailure]
  )
  const rememberFirst = useCallback((id: string | null) => {
    first.current = id
  }, [])

  const isWithin = useMemo(() => facetFilter(facets, favourites), [facets, favourites])
  const hasFacets = countOfFacets(facets) > 0
  const within = useMemo(() => (hasFacets ? capabilities.filter(isWithin) : capabilities), [capabilities, hasFacets, isWithin])
  const tabs = useMemo(() => tabsWithin(galleryTabs(capabilities), within), [capabilities, within])
  const shownTab = tabs.some(({ value }) => value === tab) ? tab : 'all'

  return (
    <View
      label={say('Gallery')}
      bar={
        <>
          <VisuallyHidden>
            <h1>{say('Gallery')}</h1>
          </VisuallyHidden>
          <GallerySearch onEnter={() => first.current !== null && onOpen(first.current)} />
          <span className="grow" />
          {capabilities.length > 1 && <GalleryTools capabilities={capabilities} favourites={favourites} tab={shownTab} />}
        </>
      }
    >
      {capabilities.length > 0 && (
        <div className={styles.tabs}>
          <Tabs
            id="gallery"
            label={say('Categories')}
            tabs={tabs}
            value={shownTab}
            onChange={(next) => galleryMemory.setState({ tab: next, scrollTop: 0, currentCard: null })}
          />
        </div>
      )}
      <FilterChips facets={facets} onChange={narrowGallery} />
      <div {...tabPanel('gallery', shownTab)} className={styles.panel}>
        {loaded.state === 'loading' && <GallerySkeleton />}
        {loaded.state === 'failed' && (
          <EmptyState
            isCold
            title={say('The capabilities could not be read')}
            actions={
              <Button look="go" onClick={() => void loadCapabilities()}>
                {say('Try again')}
              </Button>
            }
          >
            {loaded.message}
          </EmptyState>
        )}
        {loaded.state === 'ready' && capabilities.length === 0 && (
          <EmptyState
            title={say('The service offers nothing yet')}
            actions={<Button onClick={() => void loadCapabilities()}>{say('Look again')}</Button>}
          >
            {say('As soon as it names its capabilities, they stand here.')}
          </EmptyState>
        )}
        {capabilities.length > 0 && (
          <GalleryResults
            capabilities={capabilities}
            isWithin={isWithin}
            within={within}
            recents={recents}
            favourites={favourites}
            tab={shownTab}
            sort={sort}
            isNarrowed={shownTab !== 'all' || hasFacets}
            onOpen={onOpen}
            onFavourite={chooseFavourite}
            onFirst={rememberFirst}
          />
        )}
      </div>
    </View>
  )
}

/** Every tab stays, since going there is how one looks for more; its count is of what the facets leave. */
function tabsWithin(tabs: ReturnType<typeof galleryTabs>, within: readonly Capability[]): ReturnType<typeof galleryTabs> {
  const counts = new Map(galleryTabs(within).map(({ value, count }) => [value, count]))
  return tabs.map((one) => ({ ...one, count: counts.get(one.value) ?? 0 }))
}

/** Shown at once; put back when main could not keep it. */
async function keepFavourite(capabilityId: string, isFavourite: boolean): Promise<Outcome<unknown>> {
  const { settings } = session.getState()
  if (settings.state !== 'ready') return { ok: true, value: null }
  const others = settings.value.favourites.filter((id) => id !== capabilityId)
  const favourites = isFavourite ? [...others, capabilityId] : others
  session.setState({ settings: { state: 'ready', value: { ...settings.value, favourites } } })
  const outcome = await request('settings.change', { favourites })
  session.setState({ settings: outcome.ok ? { state: 'ready', value: outcome.value } : settings })
  return outcome
}
