import type { DragEvent } from 'react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { compareNames } from '../../shared/i18n/compare-names.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryCollection } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'
import { libraryViewStore, openLibraryWith } from '../library/library-view-store.ts'
import { draggedItemIds, itemDragType } from '../media/item-drag.ts'
import { useLibraryChanges } from '../media/use-library-changes.ts'
import { useLibraryValue } from '../media/use-library-value.ts'
import { formatCount } from '../ui/format.ts'
import { initialsOf, SidebarLink, type DropHandlers } from './sidebar-link.tsx'
import styles from './sidebar.module.css'

/** Links to the user’s collections, by name. Renders nothing without collections. */
export function SidebarCollections({ isInLibrary }: { readonly isInLibrary: boolean }) {
  const collections = useLibraryValue(loadCollections)
  const shownId = useStore(libraryViewStore, ({ query }) => query.collection)
  if (collections === null || collections.length === 0) return null
  return (
    <>
      <h2 id="collections" className={styles.heading}>
        {say('Collections')}
      </h2>
      <ul aria-labelledby="collections" className={styles.favourites}>
        {collections.map((collection) => (
          <CollectionLink key={collection.id} collection={collection} isHere={isInLibrary && shownId === collection.id} />
        ))}
      </ul>
    </>
  )
}

/** Opens the library filtered by a collection. Results that are dropped on the link are added to the collection. */
function CollectionLink({ collection, isHere }: { readonly collection: LibraryCollection; readonly isHere: boolean }) {
  const { id, name, count } = collection
  const { addToCollection } = useLibraryChanges()
  const dropHandlers = useResultDrop((itemIds) => addToCollection(itemIds, collection))
  return (
    <SidebarLink
      name={name}
      icon="folder"
      initials={initialsOf(name)}
      isHere={isHere}
      badge={<span className={styles.total}>{formatCount(count)}</span>}
      dropHandlers={dropHandlers}
      onOpen={() => openLibraryWith({ collection: id })}
    />
  )
}

/** Returns drag handlers for an element that accepts Kiln’s own results. Files from other programs are left to the window. */
function useResultDrop(onItems: (itemIds: readonly string[]) => void): DropHandlers {
  const [isOver, setIsOver] = useState(false)
  const accept = (event: DragEvent): void => {
    if (draggedItemIds().length === 0 && !event.dataTransfer.types.includes(itemDragType)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  return {
    className: isOver ? styles.over : undefined,
    onDragEnter: accept,
    onDragOver: accept,
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false)
    },
    onDrop: (event) => {
      setIsOver(false)
      const ids = event.dataTransfer
        .getData(itemDragType)
        .split(' ')
        .filter((one) => one !== '')
      const items = ids.length > 0 ? ids : draggedItemIds()
      if (items.length === 0) return
      event.preventDefault()
      onItems(items)
    }
  }
}

/** Returns all collections, sorted by name. Null if they couldn’t be loaded. */
async function loadCollections(): Promise<readonly LibraryCollection[] | null> {
  const outcome = await request('library.collections')
  return outcome.ok ? outcome.value.toSorted((one, other) => compareNames(one.name, other.name)) : null
}
