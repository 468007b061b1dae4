import styles from './audio-cover.module.css'

const bars = 28
const step = 6

/** Number of different waveforms. No contract seen so far has as many audio capabilities. */
const kinds = 40

/**
 * Cover for audio, which has no image: a waveform on a clay or slate background. `place` selects one of 40 waveforms, so that neighbours
 * look different. The waveform doesn't show the actual audio.
 */
export function AudioCover({ place }: { readonly place: number }) {
  return (
    <div className={styles.ground} data-hue={place % 2 === 0 ? 'clay' : 'slate'}>
      <svg viewBox={`0 0 ${bars * step} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path d={waveAt(place % kinds)} />
      </svg>
    </div>
  )
}

const waves = new Map<number, string>()

function waveAt(place: number): string {
  const kept = waves.get(place)
  if (kept !== undefined) return kept
  const drawn = Array.from({ length: bars }, (_, bar) => {
    const height = heightOf(bar, place)
    return `M${bar * step + step / 2} ${(50 - height / 2).toFixed(1)}v${height.toFixed(1)}`
  }).join('')
  waves.set(place, drawn)
  return drawn
}

/** Returns a bar's height in percent. Two overlaid sine waves rise and fall in volume. They differ for each place. */
function heightOf(bar: number, place: number): number {
  const at = bar / (bars - 1)
  const fall = Math.sin(Math.PI * at ** (0.6 + (place % 4) * 0.25))
  const beat = Math.abs(Math.sin(bar * (0.7 + (place % 5) * 0.17) + place))
  const grain = Math.abs(Math.sin(bar * 2.3 + place * 1.9))
  return 6 + 90 * fall * (0.25 + 0.45 * beat + 0.3 * grain)
}
