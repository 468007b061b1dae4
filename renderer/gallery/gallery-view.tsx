import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/capability.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { loadCapabilities, session } from '../bridge/session.ts'
import { useCapabilities, useSettings } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Select } from '../ui/select.tsx'
import { Tabs, tabPanel } from '../ui/tabs.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { GalleryGrid } from './gallery-grid.tsx'
import { galleryMemory } from './gallery-memory.ts'
import { gallerySections, galleryTabs } from './gallery-sections.ts'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import styles from './gallery-view.module.css'
import { areSameRecents, recentsOf } from './recents.ts'
import { searchCapabilities, searchIndexOf, wordsOf } from './search-capabilities.ts'

export type GalleryViewProps = { readonly onOpen: (capabilityId: string) => void }

const noCapabilities: readonly Capability[] = []
const noFavourites: readonly string[] = []
const sortOptions = [
  { value: 'recent', label: 'Recently used' },
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' }
] as const

/** Every capability by medium, with search as one types. */
export function GalleryView({ onOpen }: GalleryViewProps) {
  const loaded = useCapabilities()
  const capabilities = loaded.state === 'ready' ? loaded.value : noCapabilities
  const recents = useTaskSummary(recentsOf, areSameRecents)
  const favourites = useSettings()?.favourites ?? noFavourites
  const { query, tab, sort } = useStore(galleryMemory)
  const search = useRef<HTMLInputElement>(null)
  useSlashKey(search)
  const say = useFailureToast()
  const chooseFavourite = useCallback((id: string, isFavourite: boolean) => void keepFavourite(id, isFavourite).then(say), [say])

  const tabs = useMemo(() => galleryTabs(capabilities), [capabilities])
  const shownTab = tabs.some(({ value }) => value === tab) ? tab : 'all'
  const index = useMemo(() => searchIndexOf(capabilities), [capabilities])
  const deferredQuery = useDeferredValue(query)
  const found = useMemo(
    () => (wordsOf(deferredQuery).length === 0 ? null : searchCapabilities(index, deferredQuery)),
    [index, deferredQuery]
  )
  const sections = useMemo(
    () => gallerySections({ capabilities, recents, tab: shownTab, sort, found }),
    [capabilities, recents, shownTab, sort, found]
  )
  const firstFound = sections[0]?.cards[0]

  function clear() {
    galleryMemory.setState({ query: '', scrollTop: 0 })
    search.current?.focus()
  }

  return (
    <View
      label="Gallery"
      bar={
        <>
          <h1 className={styles.hidden}>Gallery</h1>
          <TextField
            ref={search}
            type="search"
            icon="search"
            aria-label="Search capabilities"
            placeholder="Name, purpose or field, such as “seed”"
            boxClassName={styles.search}
            value={query}
            onChange={(event) => galleryMemory.setState({ query: event.target.value, scrollTop: 0, currentCard: null })}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && query !== '') clear()
              else if (event.key === 'Enter' && found !== null && firstFound) onOpen(firstFound.capability.id)
              else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus()
              else return
              event.preventDefault()
            }}
            trailing={query === '' ? null : <IconButton label="Clear the search" icon="close" size="small" onClick={clear} />}
          />
          <span className="grow" />
          {found === null && capabilities.length > 1 && (
            <Select
              label="Sort by"
              look="quiet"
              options={sortOptions}
              value={sort}
              onChange={(next) => galleryMemory.setState({ sort: next })}
            />
          )}
        </>
      }
    >
      {loaded.state === 'ready' && capabilities.length > 0 && (
        <div className={styles.tabs}>
          <Tabs
            id="gallery"
            label="Categories"
            tabs={tabs}
            value={shownTab}
            onChange={(next) => galleryMemory.setState({ tab: next, scrollTop: 0, currentCard: null })}
          />
        </div>
      )}
      <LiveRegion>{found === null ? '' : `${countOf(sections)} found`}</LiveRegion>
      <div {...tabPanel('gallery', shownTab)} className={styles.panel}>
        {loaded.state === 'loading' && <GallerySkeleton />}
        {loaded.state === 'failed' && (
          <EmptyState
            isCold
            title="The capabilities could not be read"
            actions={
              <Button look="go" onClick={() => void loadCapabilities()}>
                Try again
              </Button>
            }
          >
            {loaded.message}
          </EmptyState>
        )}
        {loaded.state === 'ready' && capabilities.length === 0 && (
          <EmptyState title="The service offers nothing yet" actions={<Button onClick={() => void loadCapabilities()}>Look again</Button>}>
            As soon as it names its capabilities, they stand here.
          </EmptyState>
        )}
        {loaded.state === 'ready' && capabilities.length > 0 && sections.length === 0 && (
          <EmptyState
            icon="search"
            title={`Nothing found for “${deferredQuery.trim()}”`}
            actions={<Button onClick={clear}>Clear the search</Button>}
          >
            {shownTab === 'all' ? 'Try a word of what it does, or the name of a field, such as “seed”.' : 'It may be in another category.'}
          </EmptyState>
        )}
        {sections.length > 0 && (
          <GalleryGrid
            question={`${shownTab} ${sort} ${deferredQuery}`}
            capabilities={capabilities}
            sections={sections}
            recents={recents}
            favourites={favourites}
            onOpen={onOpen}
            onFavourite={chooseFavourite}
          />
        )}
      </div>
    </View>
  )
}

function countOf(sections: readonly { readonly cards: readonly unknown[] }[]): string {
  const count = sections.reduce((sum, { cards }) => sum + cards.length, 0)
  return count === 1 ? '1 capability' : `${count} capabilities`
}

/** `/` goes to the search, unless one is writing. */
function useSlashKey(search: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable], [role=dialog]')) return
      event.preventDefault()
      search.current?.select()
      search.current?.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [search])
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
