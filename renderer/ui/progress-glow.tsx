import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './progress-glow.module.css'

export type ProgressGlowProps = {
  /**
   * Elapsed time divided by expected time, from 0 to 1. Null if the expected time is unknown. The glow then fills the placeholder evenly.
   */
  readonly heat?: number | null
  /** True after a failure. The placeholder then doesn't glow. */
  readonly isCold?: boolean
  /** True to draw an arch, for empty states. */
  readonly isArch?: boolean
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly children?: ReactNode
}

/**
 * A placeholder for a result that the service is generating. It is shown exactly where the result will appear. The caller sets the size.
 */
export function ProgressGlow({ heat = null, isCold = false, isArch = false, className, style, children }: ProgressGlowProps) {
  // Rounded to steps of 2 %, because the eye can't see smaller changes of the glow.
  const steps = heat === null ? 0 : Math.round(Math.min(1, Math.max(0, heat)) * 50) / 50
  return (
    <div
      className={classNames(styles.door, isCold ? styles.cold : heat === null && styles.flat, isArch && styles.arch, className)}
      style={{ ...style, '--h': steps } as CSSProperties}
    >
      {children}
    </div>
  )
}
