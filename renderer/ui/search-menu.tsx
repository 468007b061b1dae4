import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { LiveRegion } from './live-region.tsx'
import styles from './search-menu.module.css'
import { TextField } from './text-field.tsx'

export type SearchMenuItem = {
  readonly id: string
  readonly words: string
  /** Stands weaker after the words; searched too. */
  readonly aside?: string
  readonly icon?: IconName
  /** For what is on or off; `some`: on for a part of what is chosen. */
  readonly mark?: 'on' | 'some' | 'off'
}

export type SearchMenuProps<Item extends SearchMenuItem> = {
  /** Its name, and that of its search box. */
  readonly label: string
  readonly placeholder: string
  readonly items: readonly Item[]
  readonly onChoose: (item: Item) => void
  /** What a typed text that is no item can become, such as a new tag; null: nothing. */
  readonly onCreate?: { readonly words: (text: string) => string; readonly create: (text: string) => void } | undefined
  /** Where there is nothing to choose from at all. */
  readonly empty?: ReactNode
  /** The box is emptied after a choice, for the next one. */
  readonly isForSeveral?: boolean
}

/** A list that is searched by typing: arrows go through it, Enter takes. For popovers. */
export function SearchMenu<Item extends SearchMenuItem>({
  label,
  placeholder,
  items,
  onChoose,
  onCreate,
  empty,
  isForSeveral = false
}: SearchMenuProps<Item>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter(({ words: name, aside = '' }) => {
    const said = `${name} ${aside}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const typed = text.trim()
  const canCreate = onCreate !== undefined && typed !== '' && !items.some((item) => item.words.toLowerCase() === typed.toLowerCase())
  const count = found.length + (canCreate ? 1 : 0)
  const here = Math.min(active, count - 1)

  function take(place: number): void {
    const item = found[place]
    if (item !== undefined) onChoose(item)
    else if (canCreate) onCreate.create(typed)
    else return
    if (isForSeveral) setText('')
  }
  function keyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      const next = (here + step + count) % count
      setActive(next)
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && count > 0) take(here)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextField
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? `${id}-list` : undefined}
        aria-activedescendant={count > 0 ? `${id}-${here}` : undefined}
        aria-autocomplete="list"
        aria-label={label}
        icon="search"
        placeholder={placeholder}
        boxClassName={styles.search}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={keyDown}
      />
      {count > 0 && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          aria-multiselectable={isForSeveral || undefined}
          className={styles.list}
        >
          {found.map((item, place) => (
            <Option
              key={item.id}
              id={`${id}-${place}`}
              isActive={place === here}
              isSelected={item.mark === undefined ? place === here : item.mark === 'on'}
              onPoint={() => setActive(place)}
              onTake={() => take(place)}
            >
              {item.mark !== undefined && (
                <span className={styles.mark}>
                  {item.mark !== 'off' && <Icon name={item.mark === 'on' ? 'check' : 'minus'} size="s" />}
                </span>
              )}
              {item.icon && <Icon name={item.icon} />}
              <span dir="auto" className={classNames('cut', styles.words)}>
                {item.words}
              </span>
              {item.aside && <span className={classNames('cut ink-3', styles.aside)}>{item.aside}</span>}
            </Option>
          ))}
          {canCreate && (
            <Option
              id={`${id}-${found.length}`}
              isActive={here === found.length}
              isSelected={false}
              onPoint={() => setActive(found.length)}
              onTake={() => take(found.length)}
            >
              <Icon name="plus" size="s" />
              <span dir="auto" className="cut">
                {onCreate.words(typed)}
              </span>
            </Option>
          )}
        </div>
      )}
      {count === 0 && (
        <p className={styles.nothing}>{items.length === 0 && typed === '' ? empty : say('Nothing found for “{typed}”.', { typed })}</p>
      )}
      <LiveRegion>{typed === '' ? '' : say('{count} found', { count: found.length })}</LiveRegion>
    </>
  )
}

function Option({
  id,
  isActive,
  isSelected,
  onPoint,
  onTake,
  children
}: {
  readonly id: string
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onPoint: () => void
  readonly onTake: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isSelected}
      className={classNames(styles.option, isActive && styles.active)}
      onPointerMove={onPoint}
      // The box keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {children}
    </button>
  )
}
