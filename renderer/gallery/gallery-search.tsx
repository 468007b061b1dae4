import { useRef } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { useSearchKey } from '../shortcuts/use-search-key.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { setGalleryQuery, galleryStore } from './gallery-store.ts'
import styles from './gallery-view.module.css'

/** Search box of the gallery. `onEnter` opens the first match. */
export function GallerySearch({ onEnter }: { readonly onEnter: () => void }) {
  const query = useStore(galleryStore, (memory) => memory.query)
  const box = useRef<HTMLInputElement>(null)
  useSearchKey('gallery', box)
  return (
    <SearchBox
      ref={box}
      label={say('Search capabilities')}
      placeholder={say('Search capabilities')}
      className={styles.search}
      value={query}
      onChange={setGalleryQuery}
      onArrowDown={() => document.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus()}
      onEnter={() => query !== '' && onEnter()}
    />
  )
}
