import { useEffect, useRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import styles from './level-meter.module.css'

const bars = 48

/** Bar chart of the microphone level over the last few seconds. Shows whether the microphone picks up sound. */
export function LevelMeter({ stream }: { readonly stream: MediaStream }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      const element = root.current
      const oldest = element?.firstElementChild
      if (!element || !(oldest instanceof HTMLElement)) return
      oldest.style.setProperty('--level', String(Math.min(1, loudness * 4)))
      element.append(oldest)
    }, 90)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream])
  return (
    <div ref={root} role="img" aria-label={say('Microphone level')} className={styles.meter}>
      {Array.from({ length: bars }, (_, place) => (
        <span key={place} className={styles.bar} />
      ))}
    </div>
  )
}
