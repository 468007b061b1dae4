import { useEffect, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { peaksOf } from './sound-peaks.ts'
import styles from './waveform.module.css'

/** A sound as it is: its loudness from beginning to end, on clay. Before it is known, and where it can't be read, a sign alone. */
export function Waveform({ itemId, bytes }: { readonly itemId: string; readonly bytes: number }) {
  const [path, setPath] = useState<string | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    void peaksOf(itemId, bytes, listening.signal).then((peaks) => {
      if (!listening.signal.aborted && peaks !== null) setPath(wavePath(peaks))
    })
    return () => listening.abort()
  }, [itemId, bytes])
  return (
    <span className={styles.ground}>
      {path === null ? (
        <Icon name="audio" size="l" />
      ) : (
        <svg viewBox="0 0 192 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={path} />
        </svg>
      )}
    </span>
  )
}

/** Bars of 4 in a width of 192, as high as it is loud; silence is still a point. */
function wavePath(peaks: readonly number[]): string {
  return peaks.map((peak, place) => `M${place * 4 + 2} ${50 - Math.max(1, peak * 48)}v${Math.max(2, peak * 96)}`).join('')
}
