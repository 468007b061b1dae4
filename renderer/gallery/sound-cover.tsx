import styles from './sound-cover.module.css'

/** Heights in percent. */
const bars = [8, 18, 30, 22, 46, 64, 40, 78, 92, 60, 84, 48, 70, 96, 74, 52, 88, 62, 36, 58, 80, 44, 28, 50, 34, 16, 24, 10]
const step = 6
const wave = bars.map((height, place) => `M${place * step + 3} ${50 - height / 2}v${height}`).join('')

/** A sound has no picture: a waveform on a clay ground. */
export function SoundCover({ hue }: { readonly hue: 'clay' | 'slate' }) {
  return (
    <div className={styles.ground} data-hue={hue}>
      <svg viewBox="0 0 168 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={wave} />
      </svg>
    </div>
  )
}
