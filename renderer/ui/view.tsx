import type { ReactNode } from 'react'
import { createContext, useContext, useRef } from 'react'
import { classNames } from './class-names.ts'
import { ScrollArea } from './scroll-area.tsx'
import { useFocusHeir } from './use-focus-heir.ts'
import styles from './view.module.css'

const BannerContext = createContext<ReactNode>(null)

/** What every view shows beneath its title row while it is true, such as an account banner. */
export function ViewBannerProvider({ banner, children }: { readonly banner: ReactNode; readonly children: ReactNode }) {
  return <BannerContext value={banner}>{children}</BannerContext>
}

export type ViewProps = {
  /** Its name, for screen readers: "Gallery". */
  readonly label: string
  /** What stands in the title row. The row moves the window where it is empty; controls of this kit don't. */
  readonly bar: ReactNode
  /** An `Inspector`, the last column. */
  readonly inspector?: ReactNode
  /** True where the sidebar is hidden: the row then leaves room for what the system draws there. */
  readonly isFirst?: boolean
  /** The neutral ground for looking at pictures. */
  readonly isStage?: boolean
  /** Only its content: what is looked at takes the whole screen. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

/** The frame of every view: title row, banner, content in a flex column, and perhaps an inspector. */
export function View({ label, bar, inspector, isFirst = false, isStage = false, isBare = false, children }: ViewProps) {
  const banner = useContext(BannerContext)
  const view = useRef<HTMLDivElement>(null)
  useFocusHeir(view)
  return (
    <div ref={view} className={classNames(styles.view, inspector !== undefined && styles.withInspector)}>
      <main aria-label={label} tabIndex={-1} className={classNames(styles.main, isStage && styles.stage)}>
        {!isBare && (
          <header className={classNames(styles.bar, isFirst && styles.first, inspector === undefined && styles.last)}>{bar}</header>
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
  /** Stays in sight: price and action. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** Title row, scrolling body with a fading foot, fixed footer. Always the last column. */
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
