import type { ReactNode } from 'react'
import styles from './kbd.module.css'

export function Kbd({ children }: { readonly children: ReactNode }) {
  // Keys have the same order in every reading direction.
  return (
    <kbd dir="ltr" className={styles.kbd}>
      {children}
    </kbd>
  )
}
