import { ContextMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './context-menu.module.css'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type ContextMenuItem =
  | 'line'
  | {
      readonly label: string
      readonly icon: IconName
      /** Equivalent keyboard shortcut, in display format, such as "Ctrl C". */
      readonly shortcut?: string
      /** Shown at the end of the line, such as a price. */
      readonly aside?: ReactNode
      /** `isShifted` is true if Shift was held. */
      readonly onSelect: (isShifted: boolean) => void
      /** True if the item opens something that takes the focus. The menu then doesn't return the focus. */
      readonly takesFocus?: true
    }

export type ContextMenuProps = {
  /** Name of the menu, for screen readers. */
  readonly label: string
  /** Actions for the pressed element. If empty, no menu opens. */
  readonly itemsFor: (target: Element) => readonly ContextMenuItem[]
  /** An element that accepts a ref and event handlers. */
  readonly children: ReactElement
}

/** A menu for the pressed element. It opens on right-click, Shift+F10 or the menu key. All its actions are also available elsewhere. */
export function ContextMenu({ label, itemsFor, children }: ContextMenuProps) {
  const [items, setItems] = useState<readonly ContextMenuItem[]>([])
  return (
    // A modal menu would inject a style element, which our content security policy forbids.
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

export type ContextMenuRequest = {
  readonly items: readonly ContextMenuItem[]
  /** Position of the press in the window, in CSS pixels. */
  readonly x: number
  readonly y: number
}

/** A context menu that opens at a position. Use this if the press happened before the code of `ContextMenu` was loaded. */
export function PositionedContextMenu({
  label,
  items,
  x,
  y,
  onClose
}: ContextMenuRequest & { readonly label: string; readonly onClose: () => void }) {
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
  const afterClose = useRef<(() => void) | null>(null)
  // True if Shift was held. Recorded here, because Radix doesn't pass on the original event.
  const isShifted = useRef(false)
  return (
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        collisionPadding={8}
        className={styles.menu}
        onKeyDownCapture={(event) => {
          isShifted.current = event.shiftKey
        }}
        onPointerUpCapture={(event) => {
          isShifted.current = event.shiftKey
        }}
        onCloseAutoFocus={(event) => {
          if (afterClose.current === null) return
          event.preventDefault()
          afterClose.current()
          afterClose.current = null
        }}
      >
        {items.map((item, place) =>
          item === 'line' ? (
            <Radix.Separator key={`before ${labelOf(items[place + 1])}`} className={styles.line} />
          ) : (
            <Radix.Item
              key={item.label}
              className={styles.item}
              onSelect={() => {
                const select = (): void => item.onSelect(isShifted.current)
                if (item.takesFocus) afterClose.current = select
                else select()
              }}
            >
              <Icon name={item.icon} />
              <span className={styles.words}>{item.label}</span>
              {item.aside !== undefined && <span className={styles.keys}>{item.aside}</span>}
              {item.shortcut !== undefined && <span className={styles.keys}>{item.shortcut}</span>}
            </Radix.Item>
          )
        )}
      </Radix.Content>
    </Radix.Portal>
  )
}

function labelOf(item: ContextMenuItem | undefined): string {
  return item === undefined || item === 'line' ? '' : item.label
}
