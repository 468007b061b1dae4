import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import styles from './menu.module.css'

export type MenuItem =
  | {
      readonly label: string
      readonly icon?: IconName
      readonly shortcut?: string
      readonly isDanger?: boolean
      readonly isDisabled?: boolean
      readonly onSelect: () => void
    }
  | 'line'

export type MenuProps = {
  /** The button that opens it: one element that takes a ref. */
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

// Not modal: the modal kind injects a style element, which our content security policy forbids.
export function Menu({ trigger, items, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} side={side} sideOffset={6} collisionPadding={8} loop className={styles.menu}>
          {items.map((item, place) =>
            item === 'line' ? (
              <DropdownMenu.Separator key={`line-${place}`} className={styles.line} />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                disabled={item.isDisabled ?? false}
                className={classNames(styles.item, item.isDanger && styles.danger)}
                onSelect={item.onSelect}
              >
                {item.icon && <Icon name={item.icon} size="s" />}
                {item.label}
                {item.shortcut && (
                  <span className={styles.shortcut}>
                    <Kbd>{item.shortcut}</Kbd>
                  </span>
                )}
              </DropdownMenu.Item>
            )
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
