import type { HTMLAttributes, ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import type { IconName } from '../ui/icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './sidebar.module.css'
import { useIsSidebarRail } from './use-is-sidebar-rail.ts'
import { useSpringLoading } from './use-spring-loading.ts'

/** Returns the first characters of the first and last words, such as `IG` for “Image generator”. */
export function initialsOf(title: string): string {
  const [first = '', ...others] = title.split(/\s+/)
  return [first, others.at(-1) ?? ''].map((word) => [...word][0]?.toUpperCase() ?? '').join('')
}

/** `className` highlights a link while something that it accepts is dragged over it. */
export type DropHandlers = Pick<HTMLAttributes<HTMLLIElement>, 'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'className'>

export type SidebarLinkProps = {
  readonly name: string
  readonly icon: IconName
  /** Replaces the icon if another link has the same icon. Only used while the sidebar is a rail. */
  readonly initials?: string | undefined
  readonly isHere: boolean
  readonly badge?: ReactNode
  readonly onOpen: () => void
  /** Drag handlers of the link. By default, a link opens while something is dragged over it for a moment. */
  readonly dropHandlers?: DropHandlers
}

export function SidebarLink({ name, icon, initials, isHere, badge, onOpen, dropHandlers }: SidebarLinkProps) {
  const spring = useSpringLoading(onOpen)
  return (
    <li {...(dropHandlers ?? spring)}>
      <Tooltipped words={name}>
        <button
          type="button"
          aria-current={isHere ? 'page' : undefined}
          data-initials={initials}
          className={classNames(styles.place, isHere && styles.here)}
          onClick={onOpen}
        >
          <Icon name={icon} />
          <span dir="auto" className={classNames(styles.name, 'cut')}>
            {name}
          </span>
          {badge}
        </button>
      </Tooltipped>
    </li>
  )
}

/** Shows `words` in a tooltip while the sidebar is a rail, because the rail shows only icons. */
export function Tooltipped({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  const isRail = useIsSidebarRail()
  return isRail ? (
    <Tooltip label={words} spoken={null} side="end">
      {children}
    </Tooltip>
  ) : (
    children
  )
}
