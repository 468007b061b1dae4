import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './scroll-area.module.css'

export type ScrollAreaProps = {
  /** Name of the region, for screen readers. Required, because the keyboard can focus and scroll the region. */
  readonly label: string
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Scrolls vertically inside a flex column. Each end fades while there is more content beyond it. */
export function ScrollArea({ label, className, style, ref, children }: ScrollAreaProps) {
  return (
    <div ref={ref} role="group" aria-label={label} tabIndex={0} className={classNames(styles.area, className)} style={style}>
      {children}
    </div>
  )
}
