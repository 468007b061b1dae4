import { useRef } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/words/say.ts'
import { useSearchKey } from '../bridge/use-search-key.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { askLibrary, libraryMemory } from './library-memory.ts'
import styles from './library-view.module.css'
import { tileForKeyboard } from './use-cell-focus.ts'

/** Words of a prompt, of a parameter, of a name. */
export function LibrarySearch() {
  const search = useStore(libraryMemory, ({ query }) => query.search)
  const box = useRef<HTMLInputElement>(null)
  useSearchKey('library', box)
  return (
    <SearchBox
      ref={box}
      label={say('Search the library')}
      placeholder={say('Words of a prompt, a seed, a file name')}
      className={styles.search}
      value={search}
      onChange={(words) => askLibrary({ search: words })}
      onArrowDown={() => tileForKeyboard()?.focus()}
    />
  )
}
