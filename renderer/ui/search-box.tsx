import type { KeyboardEvent, RefObject } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './search-box.module.css'
import { SingleLineInput } from './text-field.tsx'

export type SearchBoxProps = {
  readonly ref: RefObject<HTMLInputElement | null>
  /** Name of the field, for screen readers. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (words: string) => void
  /** Called on Arrow Down, to move to the results. */
  readonly onArrowDown: () => void
  /** Called on Enter. The default is `onArrowDown`. */
  readonly onEnter?: () => void
  /** Tooltip that explains the search. */
  readonly hint?: string
  /** Class of the box around the input, which sets its width. */
  readonly className?: string | undefined
}

/** A search field with a clear button. Escape also clears the field. */
export function SearchBox({
  ref,
  label,
  placeholder,
  hint,
  value,
  onChange,
  onArrowDown,
  onEnter = onArrowDown,
  className
}: SearchBoxProps) {
  function clear(): void {
    onChange('')
    ref.current?.focus()
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && value !== '') {
      // Keeps a dialog around the field open.
      event.stopPropagation()
      clear()
    } else if (event.key === 'Enter') onEnter()
    else if (event.key === 'ArrowDown') onArrowDown()
    else return
    event.preventDefault()
  }
  return (
    <SingleLineInput
      ref={ref}
      type="search"
      title={hint}
      icon="search"
      aria-label={label}
      placeholder={placeholder}
      boxClassName={className}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={keyDown}
      // The hidden clear button keeps its space, so that typing doesn't shift the text.
      trailing={
        <IconButton
          label={say('Clear search')}
          icon="close"
          size="small"
          className={classNames(value === '' && styles.away)}
          onClick={clear}
        />
      }
    />
  )
}

/** Focuses the view's search field. Used when a search is cleared from elsewhere in the view. */
export function focusSearchField(): void {
  document.querySelector<HTMLElement>('main input[type=search]')?.focus()
}
