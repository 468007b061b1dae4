import { useRef, useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { durationWords } from '../ui/figures.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Slider } from '../ui/slider.tsx'
import styles from './sound-bar.module.css'

/** A sound to listen to: play, where it is, how long it is. */
export function SoundBar({
  src,
  name,
  durationInSeconds
}: {
  readonly src: string
  readonly name: string
  /** Null: only the player finds out. */
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
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own sound comes without captions */}
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
        look="plain"
        onClick={toggle}
      />
      <Slider
        label={say('Where {name} plays', { name })}
        min={0}
        max={Math.max(whole, 0.1)}
        step={0.1}
        value={Math.min(at, whole)}
        valueText={say('{part} of {whole}', { part: durationWords(at * 1000), whole: durationWords(whole * 1000) })}
        onChange={(seconds) => {
          setAt(seconds)
          if (audio.current !== null) audio.current.currentTime = seconds
        }}
      />
      <span className={styles.time}>{durationWords((isPlaying || at > 0 ? at : whole) * 1000)}</span>
    </div>
  )
}
