import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/form/capability.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { loadCapabilities, session } from '../bridge/session.ts'
import { useCapabilities, useSettings } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { Tabs, tabPanelProps } from '../ui/tabs.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { activeFacetCount, facetFilter } from './gallery-facets.ts'
import { clearStartFiles, galleryStore, setGalleryFacets } from './gallery-store.ts'
import { GalleryResults } from './gallery-results.tsx'
import { GallerySearch } from './gallery-search.tsx'
import { galleryTabs } from './gallery-sections.ts'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { GalleryToolbar } from './gallery-toolbar.tsx'
import styles from './gallery-view.module.css'
import { openWithStartFiles } from './open-card.ts'
import { StartFilesButton } from './start/start-files-button.tsx'
import { areSameRecentCapabilities, recentCapabilities } from './recent-capabilities.ts'
import { useSearchModule } from './use-search-module.ts'
import { useGalleryPersistence } from './use-gallery-persistence.ts'

/** Loaded lazily, because the gallery usually has no filters. */
const ActiveFilterChips = lazy(async () => ({ default: (await import('./active-filter-chips.tsx')).ActiveFilterChips }))

const noCapabilities: readonly Capability[] = []
const noFavourites: readonly string[] = []
const noFiles: readonly LocalMedia[] = []

/**
 * Shows every capability by category, with search as you type. Only the search box and the results subscribe to the typed text, so that
 * nothing else rerenders.
 */
export function GalleryView() {
  const loaded = useCapabilities()
  const capabilities = loaded.state === 'ready' ? loaded.value : noCapabilities
  const recents = useTaskSummary(recentCapabilities, areSameRecentCapabilities)
  const favourites = useSettings()?.favourites ?? noFavourites
  const tab = useStore(galleryStore, (memory) => memory.tab)
  const sort = useStore(galleryStore, (memory) => memory.sort)
  const facets = useStore(galleryStore, (memory) => memory.facets)
  const start = useStore(galleryStore, (memory) => memory.start)
  const first = useRef<string | null>(null)
  useGalleryPersistence()
  const search = useSearchModule()
  useEffect(() => search?.prepareSearch(capabilities), [capabilities, search])
  const sayFailure = useFailureToast()
  const chooseFavourite = useCallback(
    (id: string, isFavourite: boolean) => void keepFavourite(id, isFavourite).then(sayFailure),
    [sayFailure]
  )
  const rememberFirst = useCallback((id: string | null) => {
    first.current = id
  }, [])

  const offered = useMemo(
    () => (start === null ? capabilities : capabilities.filter((capability) => start.valuesFor(capability) !== null)),
    [capabilities, start]
  )
  const isWithin = useMemo(() => {
    const matches = facetFilter(facets, favourites)
    return start === null ? matches : (capability: Capability) => start.valuesFor(capability) !== null && matches(capability)
  }, [facets, favourites, start])
  const hasFacets = activeFacetCount(facets) > 0
  const within = useMemo(() => (hasFacets ? offered.filter(isWithin) : offered), [offered, hasFacets, isWithin])
  const tabs = useMemo(() => tabsWithin(galleryTabs(capabilities), within), [capabilities, within])
  const shownTab = tabs.some(({ value }) => value === tab) ? tab : 'all'

  function openFirst(): void {
    const capability = capabilities.find(({ id }) => id === first.current)
    if (capability !== undefined) openWithStartFiles(capability)
  }

  return (
    <View
      label={say('Gallery')}
      bar={
        <>
          <VisuallyHidden>
            <h1>{say('Gallery')}</h1>
          </VisuallyHidden>
          <GallerySearch onEnter={openFirst} />
          <span className="grow" />
          {capabilities.length > 1 && <GalleryToolbar capabilities={offered} favourites={favourites} tab={shownTab} />}
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
            onChange={(next) => galleryStore.setState({ tab: next, scrollTop: 0, currentCard: null })}
          />
          <StartFilesButton />
        </div>
      )}
      {(hasFacets || start !== null) && (
        <Suspense>
          <ActiveFilterChips
            facets={facets}
            startFiles={start?.files ?? noFiles}
            onChange={setGalleryFacets}
            onClearStart={clearStartFiles}
          />
        </Suspense>
      )}
      <div {...tabPanelProps('gallery', shownTab)} className={styles.panel}>
        {loaded.state === 'loading' && <GallerySkeleton />}
        {loaded.state === 'failed' && (
          <EmptyState
            isCold
            title={say('The capabilities couldn’t be loaded')}
            actions={
              <Button variant="go" onClick={() => void loadCapabilities()}>
                {say('Try again')}
              </Button>
            }
          >
            {loaded.message}
          </EmptyState>
        )}
        {loaded.state === 'ready' && capabilities.length === 0 && (
          <EmptyState
            title={say('No capabilities yet')}
            actions={<Button onClick={() => void loadCapabilities()}>{say('Check again')}</Button>}
          >
            {say('Capabilities appear here once the service lists them.')}
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
            isNarrowed={shownTab !== 'all' || hasFacets || start !== null}
            startCount={start?.files.length ?? null}
            onFavourite={chooseFavourite}
            onFirst={rememberFirst}
          />
        )}
      </div>
    </View>
  )
}

/** Returns `tabs` with counts of the capabilities that match the facets. Keeps empty tabs, because users switch tabs to find more. */
function tabsWithin(tabs: ReturnType<typeof galleryTabs>, within: readonly Capability[]): ReturnType<typeof galleryTabs> {
  const counts = new Map(galleryTabs(within).map(({ value, count }) => [value, count]))
  return tabs.map((one) => ({ ...one, count: counts.get(one.value) ?? 0 }))
}

/** Adds or removes a favourite. Shows the change at once, and reverts it if the main process can't save it. */
async function keepFavourite(capabilityId: string, isFavourite: boolean): Promise<Outcome<unknown>> {
  const { settings } = session.getState()
  if (settings.state !== 'ready') return { ok: true, value: null }
  const others = settings.value.favourites.filter((id) => id !== capabilityId)
  const outcome = await changeSettings({ favourites: isFavourite ? [...others, capabilityId] : others })
  return outcome ?? { ok: true, value: null }
}
