import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './tone.module.css'
import type { Tone } from './tone.ts'

export type StatusLabelProps = {
  readonly tone: Tone
  readonly icon: IconName
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A state as icon and coloured text. The icon and the text make the state clear without the colour. */
export function StatusLabel({ tone, icon, children, className }: StatusLabelProps) {
  return (
    <span className={classNames(styles.word, styles[tone], className)}>
      <Icon name={icon} size="s" />
      <span className="cut">{children}</span>
    </span>
  )
}
