import { useEffect, useRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { formatDuration } from '../ui/format.ts'
import { timeAxisTicks } from './time-axis-ticks.ts'
import { formatPlaybackTime } from './loop-range.ts'
import { LoopRangeBar } from './player-bar.tsx'
import styles from './audio-stage.module.css'
import type { PlayableMedia } from './playable-media.ts'
import { usePeaks } from './use-peaks.ts'
import type { Player } from './use-player.ts'

/** An audio waveform with the playback position. A press or the arrow keys seek. */
export function SeekableWaveform({
  sound,
  player,
  isHeard
}: {
  readonly sound: PlayableMedia
  readonly player: Player
  readonly isHeard: boolean
}) {
  const peaks = usePeaks(sound.src, sound.bytes)
  const { at, duration } = player
  const share = duration > 0 ? Math.min(1, at / duration) : 0
  return (
    <div dir="ltr" className={classNames(styles.wave, !isHeard && styles.unheard)}>
      {peaks instanceof Float32Array ? (
        <>
          <Bars peaks={peaks} className={styles.ahead} />
          <div className={styles.played} style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
            <Bars peaks={peaks} />
          </div>
        </>
      ) : (
        <>
          <span className={styles.flat} aria-busy={peaks === 'reading'} />
          {peaks === 'none' && <span className={styles.undrawn}>{say('No waveform. The audio is too long or in an unknown format.')}</span>}
        </>
      )}
      <LoopRangeBar player={player} />
      <span className={styles.needle} style={{ left: `${share * 100}%` }} />
      <input
        type="range"
        aria-label={sound.label === null ? say('Time') : say('Time, {label}', { label: sound.label })}
        aria-valuetext={say('{at} of {duration}', { at: formatPlaybackTime(at), duration: formatPlaybackTime(duration) })}
        min={0}
        max={Math.max(duration, 0.01)}
        step={0.01}
        value={Math.min(at, duration)}
        className={styles.seek}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
      />
    </div>
  )
}

/** Times below a waveform. Screen readers get the time from the slider. */
export function TimeAxis({ duration }: { readonly duration: number }) {
  return (
    <div dir="ltr" aria-hidden="true" className={styles.axis}>
      {timeAxisTicks(duration).map((time) => (
        <span key={time} className={styles.tick} style={{ left: `${(time / duration) * 100}%` }}>
          {formatDuration(time * 1000)}
        </span>
      ))}
    </div>
  )
}

function Bars({ peaks, className }: { readonly peaks: Float32Array; readonly className?: string | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const draw = (): void => drawBars(element, peaks)
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [peaks])
  return <canvas ref={canvas} aria-hidden="true" className={classNames(styles.bars, className)} />
}

/** Bar width and gap, in CSS pixels. */
const barWidth = 3
const gap = 2

function drawBars(element: HTMLCanvasElement, peaks: Float32Array): void {
  const { clientWidth: width, clientHeight: height } = element
  const ratio = globalThis.devicePixelRatio
  element.width = Math.round(width * ratio)
  element.height = Math.round(height * ratio)
  const context = element.getContext('2d')
  if (context === null || width === 0) return
  context.scale(ratio, ratio)
  context.fillStyle = getComputedStyle(element).color
  const count = Math.max(1, Math.floor((width + gap) / (barWidth + gap)))
  for (let bar = 0; bar < count; bar += 1) {
    const first = Math.floor((bar * peaks.length) / count)
    const end = Math.max(first + 1, Math.floor(((bar + 1) * peaks.length) / count))
    const tall = Math.max(2, peaks.subarray(first, end).reduce((one, other) => Math.max(one, other), 0) * height)
    context.beginPath()
    context.roundRect(bar * (barWidth + gap), (height - tall) / 2, barWidth, tall, barWidth / 2)
    context.fill()
  }
}
