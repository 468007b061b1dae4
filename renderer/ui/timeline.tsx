import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './timeline.module.css'
import tones from './tone.module.css'
import type { Tone } from './tone.ts'

export type TimelineStep = {
  readonly key: string
  readonly time: string
  /** For machines: an ISO date. */
  readonly dateTime: string
  readonly label: string
  readonly tone: Tone
  /** At the right: an ID to copy. */
  readonly reference: ReactNode
}

/** The steps of a timeline. The last, current step has its state's colour. Earlier failures are named in their text. */
export function Timeline({
  label,
  steps,
  isNarrow = false
}: {
  readonly label: string
  readonly steps: readonly TimelineStep[]
  readonly isNarrow?: boolean
}) {
  return (
    <ol aria-label={label} className={classNames(styles.list, isNarrow && styles.narrow)}>
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
  )
}
