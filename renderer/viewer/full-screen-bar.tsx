import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './full-screen-bar.module.css'

/** How long it stays after the hand has come to rest. */
const restInMs = 2500

/** What one can do while the whole screen is taken: there while the pointer moves, and while the focus is in it. */
export function FullScreenBar({ children }: { readonly children: ReactNode }) {
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
    <div role="toolbar" aria-label={say('Full screen')} className={classNames(styles.bar, !isAwake && styles.asleep)}>
      {children}
    </div>
  )
}
