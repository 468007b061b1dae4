import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { askGallery, galleryMemory } from './gallery-memory.ts'
import styles from './gallery-view.module.css'

/** `onEnter`: what was found first is to be opened. */
export function GallerySearch({ onEnter }: { readonly onEnter: () => void }) {
  const query = useStore(galleryMemory, (memory) => memory.query)
  const search = useRef<HTMLInputElement>(null)
  useSlashKey(search)

  function clear() {
    askGallery('')
    search.current?.focus()
  }
  return (
    <TextField
      ref={search}
      type="search"
      icon="search"
      aria-label="Search capabilities"
      placeholder="Name, purpose or field, such as “seed”"
      boxClassName={styles.search}
      value={query}
      onChange={(event) => askGallery(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && query !== '') clear()
        else if (event.key === 'Enter' && query !== '') onEnter()
        else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus()
        else return
        event.preventDefault()
      }}
      // It keeps its place: the first letter is to change nothing but what is found.
      trailing={
        <IconButton
          label="Clear the search"
          icon="close"
          size="small"
          className={classNames(query === '' && styles.away)}
          onClick={clear}
        />
      }
    />
  )
}

/** `/` goes to the search, unless one is writing. */
function useSlashKey(search: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (pressedShortcut('gallery', event) !== 'search') return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable], [role=dialog]')) return
      event.preventDefault()
      search.current?.select()
      search.current?.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [search])
}
