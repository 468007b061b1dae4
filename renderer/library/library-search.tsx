import { useRef } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { useSearchKey } from '../bridge/use-search-key.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { queryLibrary, libraryMemory } from './library-memory.ts'
import styles from './library-view.module.css'
import { tileForKeyboard } from './use-cell-focus.ts'

/** Search box of the library. Searches prompts, parameters and names. */
export function LibrarySearch() {
  const search = useStore(libraryMemory, ({ query }) => query.search)
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
      onChange={(words) => queryLibrary({ search: words })}
      onArrowDown={() => tileForKeyboard()?.focus()}
    />
  )
}
