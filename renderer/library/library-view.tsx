import { Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryTile } from '../../shared/library/library.ts'
import type { Task } from '../../shared/task/task.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { type MenuActionHandlers, useRegisterMenuActions } from '../shortcuts/menu-action-handlers.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { useFileActions } from '../media/use-file-actions.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { focusSearchField } from '../ui/search-box.tsx'
import { useAnnounce, VisuallyHidden } from '../ui/live-region.tsx'
import { View } from '../ui/view.tsx'
import { lazyView } from '../ui/lazy-view.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { closeRun } from './open-run.ts'
import type { PendingTile } from './pending-tiles.ts'
import { FacetChips } from './facet-chips.tsx'
import { LibraryBanner } from './library-banner.tsx'
import { LibraryGrid } from './library-grid.tsx'
import { changeLibraryQuery, libraryViewStore, showLarge } from './library-view-store.ts'
import { libraryMenuActions } from './library-menu-actions.ts'
import { isFiltered, canShowPendingTiles, withoutFacets } from './library-query.ts'
import { LibrarySearch } from './library-search.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { allKeys } from './stacks.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import { subscribeToLibrary, reloadGrid, gridStore } from './grid-store.ts'
import styles from './library-view.module.css'
import { usePendingTiles } from './use-pending-tiles.ts'
import { useFacets } from './use-facets.ts'
import { usePersistLibraryView } from './use-persist-library-view.ts'
import { useLibraryActions } from './use-library-actions.ts'
import { useSelectedItems } from './use-selected-items.ts'
import { useTile } from './use-tile.ts'

const LibraryLargeView = lazyView(async () => (await import('./library-large-view.tsx')).LibraryLargeView)

/** All library items, grouped by day. */
export function LibraryView() {
  const { page, query, failure } = useStore(gridStore)
  const answer = useFacets()
  const actions = useLibraryActions()
  const largeKey = useStore(libraryViewStore, (memory) => memory.largeKey)
  const fileActionsOf = useFileActions()
  const copyText = useCopyText()
  const pendingTiles = usePendingTiles(query === null || canShowPendingTiles(query))
  const hasMade = useTaskSummary(haveResults)
  const isEmpty = page !== null && page.total === 0 && pendingTiles.length === 0
  const hasNoResults = page !== null && !isEmpty && page.keys.length === 0 && pendingTiles.length === 0
  useAnnouncedPendingTiles(pendingTiles)
  useEffect(subscribeToLibrary, [])
  useEffect(() => () => showLarge(null), [])
  usePersistLibraryView()
  useUndoKey(actions.undoLast)

  const actionsOf = (keys: readonly number[], items: readonly LibraryTile[] | null): MenuActionHandlers =>
    libraryMenuActions(keys, items, actions, fileActionsOf, copyText)

  return (
    <View
      label={say('Library')}
      bar={
        <div inert={largeKey !== null} className={styles.covered}>
          <VisuallyHidden>
            <h1>{say('Library')}</h1>
          </VisuallyHidden>
          <LibrarySearch />
          <span className="grow" />
          <LibraryToolbar />
        </div>
      }
    >
      {/* The large view covers everything else, so Tab must only reach the large view. */}
      <div inert={largeKey !== null} className={styles.covered}>
        <LibraryBanner />
        {page !== null && !isEmpty && <FacetChips facetData={answer} shown={allKeys(page).length} total={page.total} actions={actions} />}
        {page === null && failure === null && <LibrarySkeleton />}
        {page === null && failure !== null && (
          <EmptyState
            isCold
            title={say('The library couldn’t be loaded')}
            actions={
              <Button variant="go" onClick={() => void reloadGrid()}>
                {say('Try again')}
              </Button>
            }
          >
            {say('Your files stay unchanged. {failure}', { failure })}
          </EmptyState>
        )}
        {isEmpty && hasMade && (
          <EmptyState
            title={say('The library is empty')}
            actions={actions.undo === null ? undefined : <Button onClick={actions.undo}>{say('Undo')}</Button>}
          >
            {say('Deleted results are in your system’s trash. New results appear here.')}
          </EmptyState>
        )}
        {isEmpty && !hasMade && (
          <EmptyState
            title={say('No results yet')}
            actions={
              <Button variant="go" onClick={() => navigate({ view: 'gallery' })}>
                {say('Choose a capability')}
              </Button>
            }
          >
            {say('Everything you generate is saved here, along with its prompt and settings.')}
          </EmptyState>
        )}
        {hasNoResults && query !== null && <NoResults />}
        {page !== null && !isEmpty && !hasNoResults && (
          <LibraryGrid
            page={page}
            query={query}
            pendingTiles={pendingTiles}
            onStars={actions.setStars}
            onTrash={actions.trash}
            onDrag={actions.drag}
            actionsOf={actionsOf}
          />
        )}
        {largeKey === null ? <SelectionActions actionsOf={actionsOf} /> : <LargeItemActions itemKey={largeKey} actionsOf={actionsOf} />}
        <BulkBar facetData={answer} actions={actions} />
      </div>
      {page !== null && largeKey !== null && (
        <Suspense fallback={null}>
          <LibraryLargeView itemKey={largeKey} keys={page.keys} actions={actions} />
        </Suspense>
      )}
    </View>
  )
}

function haveResults(all: readonly Task[]): boolean {
  return all.some(({ results }) => results.length > 0)
}

/**
 * Handles the undo key anywhere in the view, because deleting the last tile also removes the grid. In a text field, the key undoes typing.
 */
function useUndoKey(undo: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (pressedShortcut('library', event) !== 'undo' || isDialogOpen()) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null) return
      // Prevents Chromium from undoing earlier typing in the search field.
      event.preventDefault()
      undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [undo])
}

type OfferedActionsProps = {
  readonly actionsOf: (keys: readonly number[], items: readonly LibraryTile[] | null) => MenuActionHandlers
}

/** Offers the selection's actions in the app menu. */
function SelectionActions({ actionsOf }: OfferedActionsProps) {
  const keys = useStore(libraryViewStore, ({ selection }) => selection.keys)
  useRegisterMenuActions(actionsOf([...keys], useSelectedItems()))
  return null
}

/** Offers the actions of the item in the large view, which covers the selection. Doesn't offer actions while the item loads. */
function LargeItemActions({ itemKey, actionsOf }: OfferedActionsProps & { readonly itemKey: number }) {
  const tile = useTile(itemKey)
  useRegisterMenuActions(tile === null ? {} : actionsOf([itemKey], [tile]))
  return null
}

/** Shown if no items match the search and the facets. Offers to clear either. */
function NoResults() {
  const query = useStore(libraryViewStore, (memory) => memory.query)
  const search = query.search.trim()
  const widened = () => changeLibraryQuery(withoutFacets(query))
  const hasFacets = isFiltered({ ...query, search: '' })
  // An empty collection would otherwise look like a search without results.
  if (query.collection !== null && !isFiltered({ ...query, collection: null }))
    return (
      <EmptyState title={say('No results in this collection yet')} actions={<Button onClick={widened}>{say('Show all results')}</Button>}>
        {say('Drag results to this collection in the sidebar to add them.')}
      </EmptyState>
    )
  if (query.run !== null && !isFiltered({ ...query, run: null }))
    return (
      <EmptyState title={say('No results left in this run')} actions={<Button onClick={closeRun}>{say('Show all results')}</Button>}>
        {say('Its results were deleted, or their files are missing.')}
      </EmptyState>
    )
  function clear(): void {
    changeLibraryQuery({ search: '' })
    focusSearchField()
  }
  return (
    <EmptyState
      icon="search"
      title={search === '' ? say('No results match these filters') : say('No results for “{search}”', { search })}
      actions={
        <>
          {hasFacets && <Button onClick={widened}>{search === '' ? say('Clear filters') : say('Search everything')}</Button>}
          {search !== '' && <Button onClick={clear}>{say('Clear search')}</Button>}
        </>
      }
    >
      {search === ''
        ? say('Remove a filter, or clear them all.')
        : say('Try the start of a prompt word, a tag, a seed or a file name. You can also use -word, OR, tag:name, stars:5 and 1024x1024.')}
    </EmptyState>
  )
}

/** Announces the pending tiles when their number increases. */
function useAnnouncedPendingTiles(pendingTiles: readonly PendingTile[]): void {
  const announce = useAnnounce()
  const before = useRef(pendingTiles.length)
  useEffect(() => {
    if (pendingTiles.length > before.current)
      announce(pendingTiles.length === 1 ? say('1 result in progress') : say('{doors} results in progress', { doors: pendingTiles.length }))
    before.current = pendingTiles.length
  }, [pendingTiles, announce])
}
