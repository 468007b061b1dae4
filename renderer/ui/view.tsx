import type { ReactNode } from 'react'
import { createContext, useContext, useRef } from 'react'
import { classNames } from './class-names.ts'
import { ScrollArea } from './scroll-area.tsx'
import { useFocusFallback } from './use-focus-fallback.ts'
import styles from './view.module.css'

const BannerContext = createContext<ReactNode>(null)
const MenuContext = createContext<ReactNode>(null)

/**
 * Content for every view. `banner` is below the title row, such as an account banner. `menu` is the menu button for a view without a
 * sidebar.
 */
export function ViewBannerProvider(props: { readonly banner: ReactNode; readonly menu: ReactNode; readonly children: ReactNode }) {
  return (
    <MenuContext value={props.menu}>
      <BannerContext value={props.banner}>{props.children}</BannerContext>
    </MenuContext>
  )
}

export type ViewProps = {
  /** Its name, for screen readers: "Gallery". */
  readonly label: string
  /** Content of the title row. The user can drag the window by the row's empty parts, but not by its controls. */
  readonly bar: ReactNode
  /** An `Inspector`, the last column. */
  readonly inspector?: ReactNode
  /** True if the sidebar is hidden. The row then leaves room for the system's window controls. */
  readonly isFirst?: boolean
  /** Neutral background for viewing images. */
  readonly isStage?: boolean
  /** Shows only the content, for full screen. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

/** The layout of every view: title row, banner, content in a flex column and an optional inspector. */
export function View({ label, bar, inspector, isFirst = false, isStage = false, isBare = false, children }: ViewProps) {
  const banner = useContext(BannerContext)
  const menu = useContext(MenuContext)
  const view = useRef<HTMLDivElement>(null)
  useFocusFallback(view)
  return (
    <div ref={view} className={classNames(styles.view, inspector !== undefined && styles.withInspector)}>
      <main aria-label={label} tabIndex={-1} className={classNames(styles.main, isStage && styles.stage)}>
        {!isBare && (
          <header className={classNames(styles.bar, isFirst && styles.first, inspector === undefined && styles.last)}>
            {isFirst && menu}
            {bar}
          </header>
        )}
        {!isBare && <div className={styles.banner}>{banner}</div>}
        {children}
      </main>
      {inspector}
    </div>
  )
}

export type InspectorProps = {
  readonly label: string
  readonly bar: ReactNode
  /** Price and action, which always stay visible. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The last column of a view: a title row, a scrolling body with fading ends and a fixed footer. */
export function Inspector({ label, bar, foot, children }: InspectorProps) {
  return (
    <aside aria-label={label} className={styles.inspector}>
      <header className={classNames(styles.bar, styles.inspectorBar, styles.last)}>{bar}</header>
      <ScrollArea label={label} className={styles.inspectorBody}>
        {children}
      </ScrollArea>
      {foot && <footer className={styles.inspectorFoot}>{foot}</footer>}
    </aside>
  )
}
