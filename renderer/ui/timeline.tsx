import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './timeline.module.css'
import tones from './tone.module.css'
import type { Tone } from './tone.ts'

export type TimelineItem = {
  readonly key: string
  readonly time: string
  /** The time in ISO 8601 format, for the `datetime` attribute. */
  readonly dateTime: string
  readonly label: string
  readonly tone: Tone
  /** Shown at the end of the row, such as an ID to copy. */
  readonly reference: ReactNode
}

/**
 * A list of steps in time order. Only the last step has a colour, because it is the current state. Users recognise an earlier failure by
 * its text.
 */
export function Timeline({ label, steps }: { readonly label: string; readonly steps: readonly TimelineItem[] }) {
  return (
    <div className={styles.frame}>
      <ol aria-label={label} className={styles.list}>
        {steps.map((step) => (
          <li key={step.key} className={styles.entry}>
            <time dateTime={step.dateTime} className={styles.time}>
              {step.time}
            </time>
            <span className={classNames(styles.dot, tones[step.tone])} aria-hidden="true" />
            <span className={styles.words}>{step.label}</span>
            <span className={classNames('id', styles.reference)}>{step.reference}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
