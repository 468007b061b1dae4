import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { readWaveformPeaks } from './waveform-peaks.ts'
import styles from './waveform.module.css'

/**
 * Shows audio as a waveform, and fills its container. Shows an icon while the audio loads, and if it is too large or can't be read.
 * `source`: URL of the audio.
 */
export function Waveform({ source }: { readonly source: string }) {
  const [path, setPath] = useState<string | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    void readWaveformPeaks(source, listening.signal).then((peaks) => {
      if (!listening.signal.aborted && peaks !== null) setPath(wavePath(peaks))
    })
    return () => listening.abort()
  }, [source])
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

/** Returns an SVG path of vertical bars, 4 units apart. A bar's height is its loudness. Silence is a dot. */
function wavePath(peaks: readonly number[]): string {
  return peaks.map((peak, place) => `M${place * 4 + 2} ${50 - Math.max(1, peak * 48)}v${Math.max(2, peak * 96)}`).join('')
}
