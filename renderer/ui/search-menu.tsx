import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { LiveRegion } from './live-region.tsx'
import styles from './search-menu.module.css'
import { SingleLineInput } from './text-field.tsx'

export type SearchMenuItem = {
  readonly id: string
  readonly label: string
  /** Dimmed text after the label. The search includes this text. */
  readonly aside?: string
  readonly icon?: IconName
  /** Shown at the end of the line, such as a price. */
  readonly trailing?: ReactNode
  /** State of an item that can be on or off. `some` is for an item that is on for only part of the selection. */
  readonly mark?: 'on' | 'some' | 'off'
}

export type SearchMenuProps<Item extends SearchMenuItem> = {
  /** Name of the list and of its search box, for screen readers. */
  readonly label: string
  readonly placeholder: string
  readonly items: readonly Item[]
  /**
   * Called when an item is chosen. `isTyped` is true if the user typed the item's whole name and pressed Enter. `isShifted` is true if
   * Shift was held.
   */
  readonly onChoose: (item: Item, isTyped: boolean, isShifted: boolean) => void
  /** Creates a new item if no item has the typed name. Undefined if the user can't create items. */
  readonly onCreate?: { readonly words: (text: string) => string; readonly create: (text: string) => void } | undefined
  /** Shown if there are no items at all. */
  readonly empty?: ReactNode
  /** True if the user can choose several items. The search box is then cleared after every choice. */
  readonly isForSeveral?: boolean
  /** Maximum length of the typed text, in characters. */
  readonly maxLength?: number
}

/** A list with a search box, for popovers. The arrow keys move through the list, and Enter chooses. */
export function SearchMenu<Item extends SearchMenuItem>({
  label,
  placeholder,
  items,
  onChoose,
  onCreate,
  empty,
  isForSeveral = false,
  maxLength
}: SearchMenuProps<Item>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter(({ label: name, aside = '' }) => {
    const said = `${name} ${aside}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const typed = text.trim()
  const canCreate = onCreate !== undefined && typed !== '' && !items.some((item) => item.label.toLowerCase() === typed.toLowerCase())
  const count = found.length + (canCreate ? 1 : 0)
  const here = Math.min(active, count - 1)

  function take(place: number, isTyped: boolean, isShifted: boolean): void {
    const item = found[place]
    if (item !== undefined) onChoose(item, isTyped && item.label.toLowerCase() === typed.toLowerCase(), isShifted)
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
    } else if (event.key === 'Enter' && count > 0) take(here, true, event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <>
      <SingleLineInput
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
        maxLength={maxLength}
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
              onTake={(isShifted) => take(place, false, isShifted)}
            >
              {item.mark !== undefined && (
                <span className={styles.mark}>
                  {item.mark !== 'off' && <Icon name={item.mark === 'on' ? 'check' : 'minus'} size="s" />}
                </span>
              )}
              {item.icon && <Icon name={item.icon} />}
              <span dir="auto" className={classNames('cut', styles.words)}>
                {item.label}
              </span>
              {item.aside && <span className={classNames('cut ink-3', styles.aside)}>{item.aside}</span>}
              {item.trailing !== undefined && <span className={styles.trailing}>{item.trailing}</span>}
            </Option>
          ))}
          {canCreate && (
            <Option
              id={`${id}-${found.length}`}
              isActive={here === found.length}
              isSelected={false}
              onPoint={() => setActive(found.length)}
              onTake={() => take(found.length, false, false)}
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
        <p className={styles.nothing}>{items.length === 0 && typed === '' ? empty : say('No results for “{typed}”.', { typed })}</p>
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
  readonly onTake: (isShifted: boolean) => void
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
      // Keeps the focus in the search box.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onTake(event.shiftKey)}
    >
      {children}
    </button>
  )
}
