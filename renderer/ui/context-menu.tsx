import { ContextMenu as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './context-menu.module.css'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type ContextMenuItem =
  | 'line'
  | {
      readonly words: string
      readonly icon: IconName
      /** The shortcut that does the same, as it stands on the keys. */
      readonly shortcut?: string
      readonly onSelect: () => void
    }

export type ContextMenuProps = {
  /** Its name, for screen readers. */
  readonly label: string
  /** What can be done with what was pressed; empty: no menu opens. */
  readonly itemsFor: (target: Element) => readonly ContextMenuItem[]
  /** Takes a ref and the events. */
  readonly children: ReactElement
}

/** Opens on a right press, on Shift+F10 and on the menu key, over what it was pressed on. Everything in it can be reached elsewhere too. */
export function ContextMenu({ label, itemsFor, children }: ContextMenuProps) {
  const [items, setItems] = useState<readonly ContextMenuItem[]>([])
  return (
    // Modal it would put a style element into the page, which our content security policy forbids.
    <Radix.Root modal={false}>
      <Radix.Trigger
        asChild
        onContextMenu={(event) => {
          const found = event.target instanceof Element ? itemsFor(event.target) : []
          if (found.length === 0) event.preventDefault()
          else setItems(found)
        }}
      >
        {children}
      </Radix.Trigger>
      <Content label={label} items={items} />
    </Radix.Root>
  )
}

export type MenuPress = {
  readonly items: readonly ContextMenuItem[]
  /** Where in the window it was pressed. */
  readonly x: number
  readonly y: number
}

/** The same menu, opened by somebody else: for a view that stands before the code of menus is read. */
export function MenuAt({ label, items, x, y, onClose }: MenuPress & { readonly label: string; readonly onClose: () => void }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }))
  }, [x, y])
  return (
    <Radix.Root modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Trigger ref={place} />
      <Content label={label} items={items} />
    </Radix.Root>
  )
}

function Content({ label, items }: { readonly label: string; readonly items: readonly ContextMenuItem[] }) {
  return (
    <Radix.Portal>
      <Radix.Content aria-label={label} collisionPadding={8} className={styles.menu}>
        {items.map((item, place) =>
          item === 'line' ? (
            <Radix.Separator key={`before ${wordsOf(items[place + 1])}`} className={styles.line} />
          ) : (
            <Radix.Item key={item.words} className={styles.item} onSelect={item.onSelect}>
              <Icon name={item.icon} />
              <span className={styles.words}>{item.words}</span>
              {item.shortcut !== undefined && <span className={styles.keys}>{item.shortcut}</span>}
            </Radix.Item>
          )
        )}
      </Radix.Content>
    </Radix.Portal>
  )
}

function wordsOf(item: ContextMenuItem | undefined): string {
  return item === undefined || item === 'line' ? '' : item.words
}
