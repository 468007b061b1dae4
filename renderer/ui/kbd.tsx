import type { ReactNode } from 'react'
import styles from './kbd.module.css'

export function Kbd({ children }: { readonly children: ReactNode }) {
  // Keys are pressed in this order wherever one reads.
  return (
    <kbd dir="ltr" className={styles.kbd}>
      {children}
    </kbd>
  )
}
