import { useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { formatDuration } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Slider } from '../ui/slider.tsx'
import styles from './audio-player.module.css'

/** Audio player with a play button, the position and the duration. */
export function AudioPlayer({
  src,
  name,
  durationInSeconds
}: {
  readonly src: string
  readonly name: string
  /** Null if unknown. The duration is then read from the loaded audio. */
  readonly durationInSeconds: number | null
}) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [heard, setHeard] = useState<number | null>(null)
  const whole = durationInSeconds ?? heard ?? 0

  function toggle(): void {
    const player = audio.current
    if (player === null) return
    if (isPlaying) player.pause()
    else void player.play().catch(() => setIsPlaying(false))
  }
  return (
    <div dir="ltr" className={styles.bar}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's own audio has no captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setIsPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => setHeard(Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration : null)}
      />
      <IconButton
        label={isPlaying ? say('Pause {name}', { name }) : say('Play {name}', { name })}
        icon={isPlaying ? 'pause' : 'play'}
        variant="plain"
        onClick={toggle}
      />
      <Slider
        label={say('Playback position of {name}', { name })}
        min={0}
        max={Math.max(whole, 0.1)}
        step={0.1}
        value={Math.min(at, whole)}
        valueText={say('{part} of {whole}', { part: formatDuration(at * 1000), whole: formatDuration(whole * 1000) })}
        onChange={(seconds) => {
          setAt(seconds)
          if (audio.current !== null) audio.current.currentTime = seconds
        }}
      />
      <span className={styles.time}>{formatDuration((isPlaying || at > 0 ? at : whole) * 1000)}</span>
    </div>
  )
}
