import type { KeyboardEvent, RefObject } from 'react'
import { say } from '../../shared/words/say.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './search-box.module.css'
import { TextField } from './text-field.tsx'

export type SearchBoxProps = {
  readonly ref: RefObject<HTMLInputElement | null>
  /** Its name, for screen readers. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (words: string) => void
  /** Arrow down: goes to what was found. */
  readonly onArrowDown: () => void
  /** Enter; without it the same as arrow down. */
  readonly onEnter?: () => void
  /** Class of the box around the input: its width. */
  readonly className?: string | undefined
}

/** Words to search for, and a button that clears them, as Escape does. */
export function SearchBox({ ref, label, placeholder, value, onChange, onArrowDown, onEnter = onArrowDown, className }: SearchBoxProps) {
  function clear(): void {
    onChange('')
    ref.current?.focus()
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && value !== '') clear()
    else if (event.key === 'Enter') onEnter()
    else if (event.key === 'ArrowDown') onArrowDown()
    else return
    event.preventDefault()
  }
  return (
    <TextField
      ref={ref}
      type="search"
      icon="search"
      aria-label={label}
      placeholder={placeholder}
      boxClassName={className}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={keyDown}
      // It keeps its place: the first letter is to change nothing but what is found.
      trailing={
        <IconButton
          label={say('Clear the search')}
          icon="close"
          size="small"
          className={classNames(value === '' && styles.away)}
          onClick={clear}
        />
      }
    />
  )
}
