import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useRef } from 'react'
import styles from './live-region.module.css'

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

/** Announces its content to screen readers when the content changes. Use this for a price, count or state that is also visible. */
export function LiveRegion({ children, isUrgent = false }: { readonly children: ReactNode; readonly isUrgent?: boolean }) {
  return (
    <span className={styles.hidden} role={isUrgent ? 'alert' : 'status'}>
      {children}
    </span>
  )
}

const AnnounceContext = createContext<(words: string) => void>(() => undefined)

/** Provides `useAnnounce`. Mount once, around the app. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const regions = useRef<[HTMLElement | null, HTMLElement | null]>([null, null])
  const turn = useRef(0)
  // Announcements alternate between two regions. A repeated text then also changes a region, so screen readers announce the text again.
  const announce = useCallback((words: string) => {
    const [one, other] = regions.current
    turn.current = 1 - turn.current
    if (one) one.textContent = turn.current === 0 ? words : ''
    if (other) other.textContent = turn.current === 1 ? words : ''
  }, [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {[0, 1].map((place) => (
        <div
          key={place}
          className={styles.hidden}
          role="status"
          ref={(region) => {
            regions.current[place as 0 | 1] = region
          }}
        />
      ))}
    </AnnounceContext>
  )
}

/** Returns a function that announces text to screen readers once. */
export function useAnnounce(): (words: string) => void {
  return useContext(AnnounceContext)
}
