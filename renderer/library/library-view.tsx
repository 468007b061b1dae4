import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import { say } from '../../shared/words/say.ts'
import type { LibraryTile } from '../../shared/library.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { request } from '../bridge/kiln.ts'
import { type MenuDeeds, useMenuDeeds } from '../bridge/menu-deeds.ts'
import { tasks } from '../bridge/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAnnounce, VisuallyHidden } from '../ui/live-region.tsx'
import { View } from '../ui/view.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { Door } from './doors.ts'
import { FacetChips } from './facet-chips.tsx'
import { LibraryBanner } from './library-banner.tsx'
import { LibraryGrid } from './library-grid.tsx'
import { askLibrary, libraryMemory } from './library-memory.ts'
import { isNarrowed, showsDoors, withoutFacets } from './library-query.ts'
import { LibrarySearch } from './library-search.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { LibraryTools } from './library-tools.tsx'
import { followLibrary, readShelfAgain, shelfStore } from './shelf-store.ts'
import { useDoors } from './use-doors.ts'
import { useFacets } from './use-facets.ts'
import { useKeptLibrary } from './use-kept-library.ts'
import { useLibraryDeeds } from './use-library-deeds.ts'
import { useSelectedItems } from './use-selected-items.ts'

export type LibraryViewProps = {
  /** `among`: keys of all that the grid shows, in its order. */
  readonly onOpenResult: (itemId: string, among: Uint32Array) => void
  readonly onOpenTask: (taskId: string) => void
  readonly onOpenGallery: () => void
  readonly onCompare: (itemIds: readonly string[]) => void
  readonly onUse: (place: InputPlace, itemIds: readonly string[]) => void
  /** Asks what these are to be the input of, and opens that form. */
  readonly onAskUse: (items: readonly Pick<LibraryTile, 'id' | 'medium'>[]) => void
}

/** Everything that was made, by day. */
export function LibraryView({ onOpenResult, onOpenTask, onOpenGallery, onCompare, onUse, onAskUse }: LibraryViewProps) {
  const { shelf, query, failure } = useStore(shelfStore)
  const answer = useFacets()
  const deeds = useLibraryDeeds()
  const announce = useAnnounce()
  const doors = useDoors(query === null || showsDoors(query))
  const isEmpty = shelf !== null && shelf.total === 0 && doors.length === 0
  const isNothingFound = shelf !== null && !isEmpty && shelf.keys.length === 0 && doors.length === 0
  useSpokenDoors(doors)
  useEffect(followLibrary, [])
  useKeptLibrary()
  useUndoKey(deeds.undo)

  /** `items` null: they are being read, or too many. */
  function deedsOf(keys: readonly number[], items: readonly LibraryTile[] | null): MenuDeeds {
    const only = items?.length === 1 ? items[0] : undefined
    const file = only?.state === 'missing' ? undefined : only
    const here = items === null || items.length === 0 || items.some(({ state }) => state === 'missing') ? undefined : items
    const task = only?.task === null || only === undefined ? undefined : tasks.get(only.task)
    const prompt = only?.prompt ?? null
    return {
      useAsInput: here && (() => onAskUse(here)),
      compare: here && here.length >= 2 && here.length <= 4 ? () => onCompare(here.map(({ id }) => id)) : undefined,
      saveAs: file && (() => deeds.saveAs(file.id)),
      copy: file?.medium === 'image' ? () => deeds.copy(file.id) : undefined,
      copyPrompt:
        prompt === null
          ? undefined
          : () =>
              void request('clipboard.writeText', { text: prompt }).then(({ ok }) =>
                announce(ok ? say('Copied') : say('Could not be copied'))
              ),
      showInFolder: file && (() => deeds.showInFolder(file.id)),
      showTask: task === undefined || task.hidden ? undefined : () => onOpenTask(task.id),
      trash: keys.length === 0 ? undefined : () => deeds.trash(keys),
      untrash: deeds.undo ?? undefined
    }
  }

  return (
    <View
      label={say('Library')}
      bar={
        <>
          <VisuallyHidden>
            <h1>{say('Library')}</h1>
          </VisuallyHidden>
          <LibrarySearch />
          <span className="grow" />
          <LibraryTools />
        </>
      }
    >
      <LibraryBanner />
      {shelf !== null && !isEmpty && <FacetChips answer={answer} shown={shelf.keys.length} total={shelf.total} />}
      {shelf === null && failure === null && <LibrarySkeleton />}
      {shelf === null && failure !== null && (
        <EmptyState
          isCold
          title={say('The library could not be read')}
          actions={
            <Button look="go" onClick={() => void readShelfAgain()}>
              {say('Try again')}
            </Button>
          }
        >
          {say('Your files are where they were. {failure}', { failure })}
        </EmptyState>
      )}
      {isEmpty && (
        <EmptyState
          title={say('Nothing made yet')}
          actions={
            <Button look="go" onClick={onOpenGallery}>
              {say('Open the gallery')}
            </Button>
          }
        >
          {say('Everything you make is kept here, with how it was made.')}
        </EmptyState>
      )}
      {isNothingFound && query !== null && <NothingFound />}
      {shelf !== null && !isEmpty && !isNothingFound && (
        <LibraryGrid
          shelf={shelf}
          query={query}
          doors={doors}
          onOpen={onOpenResult}
          onOpenTask={onOpenTask}
          onStars={deeds.setStars}
          onTrash={deeds.trash}
          onDrag={deeds.drag}
          deedsOf={deedsOf}
        />
      )}
      <OfferedDeeds deedsOf={deedsOf} />
      <BulkBar answer={answer} deeds={deeds} onCompare={onCompare} onUse={onUse} />
    </View>
  )
}

/** What was trashed is brought back from anywhere in the view: with the last tile the shelf is gone too. Whoever writes undoes what was written. */
function useUndoKey(undo: (() => void) | null): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (undo === null || pressedShortcut('library', event) !== 'undo' || document.querySelector('[role=dialog]') !== null) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null) return
      event.preventDefault()
      undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [undo])
}

/** What the menu of the app can do with what is chosen. */
function OfferedDeeds({ deedsOf }: { readonly deedsOf: (keys: readonly number[], items: readonly LibraryTile[] | null) => MenuDeeds }) {
  const keys = useStore(libraryMemory, ({ selection }) => selection.keys)
  useMenuDeeds(deedsOf([...keys], useSelectedItems()))
  return null
}

/** Words and facets leave nothing: every way out. */
function NothingFound() {
  const query = useStore(libraryMemory, (memory) => memory.query)
  const search = query.search.trim()
  const widened = () => askLibrary(withoutFacets(query))
  const hasFacets = isNarrowed({ ...query, search: '' })
  return (
    <EmptyState
      icon="search"
      title={search === '' ? say('Nothing fits these filters') : say('Nothing found for “{search}”', { search })}
      actions={
        <>
          {hasFacets && <Button onClick={widened}>{search === '' ? say('Clear the filters') : say('Look in all')}</Button>}
          {search !== '' && <Button onClick={() => askLibrary({ search: '' })}>{say('Clear the search')}</Button>}
        </>
      }
    >
      {search === ''
        ? say('Take one away, or look in all.')
        : say('Try the beginning of a word of the prompt, a tag, a seed or a file name.')}
    </EmptyState>
  )
}

/** Says that something is made here, once it is more than before. */
function useSpokenDoors(doors: readonly Door[]): void {
  const announce = useAnnounce()
  const before = useRef(doors.length)
  useEffect(() => {
    if (doors.length > before.current)
      announce(doors.length === 1 ? say('1 is being made') : say('{doors} are being made', { doors: doors.length }))
    before.current = doors.length
  }, [doors, announce])
}
