import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { askLibrary, libraryMemory } from './library-memory.ts'
import styles from './library-view.module.css'

/** Words of a prompt, of a parameter, of a name. Arrow down goes to what was found. */
export function LibrarySearch() {
  const search = useStore(libraryMemory, ({ query }) => query.search)
  const box = useRef<HTMLInputElement>(null)
  useSlashKey(box)
  function clear(): void {
    askLibrary({ search: '' })
    box.current?.focus()
  }
  return (
    <TextField
      ref={box}
      type="search"
      icon="search"
      aria-label="Search the library"
      placeholder="Words of a prompt, a seed, a file name"
      boxClassName={styles.search}
      value={search}
      onChange={(event) => askLibrary({ search: event.target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && search !== '') clear()
        else if (event.key === 'ArrowDown' || event.key === 'Enter') focusShelf()
        else return
        event.preventDefault()
      }}
      trailing={
        <IconButton
          label="Clear the search"
          icon="close"
          size="small"
          className={classNames(search === '' && styles.away)}
          onClick={clear}
        />
      }
    />
  )
}

function focusShelf(): void {
  document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
}

/** `/` and Ctrl or Cmd with F go to the search, unless one is writing. */
function useSlashKey(box: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (pressedShortcut('library', event) !== 'search' || document.querySelector('[role=dialog]') !== null) return
      const isWriting = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null
      if (isWriting && event.key === '/') return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [box])
}
