import styles from './sound-cover.module.css'

const bars = [8, 18, 30, 22, 46, 64, 40, 78, 92, 60, 84, 48, 70, 96, 74, 52, 88, 62, 36, 58, 80, 44, 28, 50, 34, 16, 24, 10]

/** A sound has no picture: a waveform on a clay ground. */
export function SoundCover({ hue }: { readonly hue: 'clay' | 'slate' }) {
  return (
    <div className={styles.ground} data-hue={hue}>
      <svg viewBox="0 0 168 100" preserveAspectRatio="none" aria-hidden="true">
        {bars.map((height, place) => (
          <rect key={place} x={place * 6 + 1.5} y={50 - height / 2} width="3" height={height} rx="1.5" />
        ))}
      </svg>
    </div>
  )
}
