import { useRef } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { useSearchKey } from '../shortcuts/use-search-key.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { changeLibraryQuery, libraryViewStore } from './library-view-store.ts'
import styles from './library-view.module.css'
import { tabbableTileElement } from './use-cell-focus.ts'

/** Search box of the library. Searches prompts, parameters and names. */
export function LibrarySearch() {
  const search = useStore(libraryViewStore, ({ query }) => query.search)
  const box = useRef<HTMLInputElement>(null)
  useSearchKey('library', box)
  return (
    <SearchBox
      ref={box}
      label={say('Search the library')}
      placeholder={say('Search prompts, seeds and file names')}
      hint={say('Words, "exact phrase", -exclude, this OR that, tag:name, stars:5, 1024x1024')}
      className={styles.search}
      value={search}
      onChange={(words) => changeLibraryQuery({ search: words })}
      onArrowDown={() => tabbableTileElement()?.focus()}
    />
  )
}
