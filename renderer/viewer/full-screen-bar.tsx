import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './full-screen-bar.module.css'

/** Time that the bar stays visible after the pointer has stopped. */
const restInMs = 2500

/** Controls for full screen, shown while the pointer moves or the focus is inside. Set `isAtTop` if other controls are at the bottom. */
export function FullScreenBar({ isAtTop, children }: { readonly isAtTop: boolean; readonly children: ReactNode }) {
  const [isAwake, setIsAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    function wake(): void {
      setIsAwake(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIsAwake(false), restInMs)
    }
    wake()
    window.addEventListener('pointermove', wake)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('pointermove', wake)
    }
  }, [])
  return (
    <div
      role="toolbar"
      aria-label={say('Full screen')}
      className={classNames(styles.bar, isAtTop && styles.atTop, !isAwake && styles.asleep)}
    >
      {children}
    </div>
  )
}
