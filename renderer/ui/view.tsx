import type { ReactNode } from 'react'
import { createContext, useContext, useRef } from 'react'
import { classNames } from './class-names.ts'
import { ScrollArea } from './scroll-area.tsx'
import { useFocusFallback } from './use-focus-fallback.ts'
import styles from './view.module.css'

const BannerContext = createContext<ReactNode>(null)
const MenuContext = createContext<ReactNode>(null)
const OfflineMessageContext = createContext(true)

/**
 * Provides the content that every view shows. `banner`: shown below the title row, such as an account banner. `menu`: the menu button,
 * shown by views without a sidebar.
 */
export function ViewChromeProvider(props: { readonly banner: ReactNode; readonly menu: ReactNode; readonly children: ReactNode }) {
  return (
    <MenuContext value={props.menu}>
      <BannerContext value={props.banner}>{props.children}</BannerContext>
    </MenuContext>
  )
}

/** Returns whether the enclosing view shows a message while Kiln is offline. */
export function useIsOfflineMessageShown(): boolean {
  return useContext(OfflineMessageContext)
}

export type ViewProps = {
  /** Name of the view for screen readers, such as "Gallery". */
  readonly label: string
  /** Content of the title row. The user can drag the window by the row's empty parts, but not by its controls. */
  readonly bar: ReactNode
  /** An `Inspector`, shown as the last column. */
  readonly inspector?: ReactNode
  /** True if the sidebar is hidden. The title row then has the menu button and leaves room for the system's window controls. */
  readonly isFirst?: boolean
  /** True for a neutral background, for viewing images. */
  readonly isStage?: boolean
  /** True to show only the content, for full screen. */
  readonly isBare?: boolean
  /** False to hide the offline message, because nothing in the view needs the network. Default true. */
  readonly showsOfflineMessage?: boolean
  readonly children: ReactNode
}

/** The layout of every view: title row, banner, content in a flex column and an optional inspector. */
export function View({
  label,
  bar,
  inspector,
  isFirst = false,
  isStage = false,
  isBare = false,
  showsOfflineMessage = true,
  children
}: ViewProps) {
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
        {!isBare && (
          <OfflineMessageContext value={showsOfflineMessage}>
            <div className={styles.banner}>{banner}</div>
          </OfflineMessageContext>
        )}
        {children}
      </main>
      {inspector}
    </div>
  )
}

export type InspectorProps = {
  readonly label: string
  readonly bar: ReactNode
  /** Footer below the scrolling body, such as the price with the submit button. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The last column of a view. It has a title row, a scrolling body and a fixed footer. */
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
