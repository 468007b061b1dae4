import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './scroll-area.module.css'

export type ScrollAreaProps = {
  /** Names the region, so that it can be reached and scrolled by keyboard. */
  readonly label: string
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Scrolls downwards inside a flex column, with a fading foot. */
export function ScrollArea({ label, className, style, ref, children }: ScrollAreaProps) {
  return (
    <div ref={ref} role="group" aria-label={label} tabIndex={0} className={classNames(styles.area, className)} style={style}>
      {children}
    </div>
  )
}
