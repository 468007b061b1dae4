import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './heat-door.module.css'

export type HeatDoorProps = {
  /** Elapsed over expected, 0 to 1. Null: nothing is expected yet; an even glow. */
  readonly heat?: number | null
  /** It failed: no fire. */
  readonly isCold?: boolean
  /** Drawn as an arch, for empty states. */
  readonly isArch?: boolean
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly children?: ReactNode
}

/** Stands exactly where the picture will be while it is being made. Give it a size. */
export function HeatDoor({ heat = null, isCold = false, isArch = false, className, style, children }: HeatDoorProps) {
  // Steps of 2 %: the glow changes no more often than the eye can tell.
  const steps = heat === null ? 0.5 : Math.round(Math.min(1, Math.max(0, heat)) * 50) / 50
  return (
    <div
      className={classNames(styles.door, isCold && styles.cold, isArch && styles.arch, className)}
      style={{ ...style, '--h': steps } as CSSProperties}
    >
      {children}
    </div>
  )
}
