import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'
import { formatPlaybackTime } from './loop-range.ts'
import type { PlayableMedia } from './playable-media.ts'
import { MuteButton, PlayButton, TimeSlider } from './player-bar.tsx'
import styles from './tile-player.module.css'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { VideoElement } from './video-stage.tsx'
import { SeekableWaveform } from './waveform.tsx'

/** The other props are those of the frame around the player. */
export type TilePlayerProps = ComponentPropsWithoutRef<'div'> & {
  readonly media: PlayableMedia
  readonly isVideo: boolean
  readonly onMissing: () => void
  /** Buttons in the upper corner. */
  readonly corner: ReactNode
}

/** A player with few controls, which covers a tile. It starts immediately and takes the focus. Its keys work only while it has the focus. */
export function TilePlayer({ media, isVideo, onMissing, corner, className, ...frameProps }: TilePlayerProps) {
  const player = usePlayer(null)
  const frame = useRef<HTMLDivElement>(null)
  usePlayerKeys(player, { isVideo, frame })
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])
  const { lead } = player
  const reportMissing = useEffectEvent(onMissing)
  useEffect(() => {
    // The file may fail to load before React attaches its error handler. That error is reported here.
    if (lead()?.error) reportMissing()
  }, [lead])
  return (
    // `tabIndex` keeps the focus in the frame when the user presses beside the controls. The keys then still work.
    <div {...frameProps} ref={frame} role="group" tabIndex={-1} className={classNames(styles.frame, className)}>
      {isVideo ? (
        <VideoElement clip={media} player={player} place={0} autoPlay onMissing={onMissing} />
      ) : (
        <div className={styles.sound}>
          <SeekableWaveform sound={media} player={player} isHeard />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated media have no captions */}
          <audio ref={player.attach(0)} src={media.src} autoPlay preload="auto" aria-label={media.name} onError={onMissing} />
        </div>
      )}
      {/* Playback runs from left to right in every language, and so do its controls. */}
      <div dir="ltr" className={styles.bar}>
        <PlayButton player={player} variant="media" size="small" />
        {isVideo ? <TimeSlider player={player} /> : <span className={styles.time}>{formatPlaybackTime(player.at)}</span>}
        <MuteButton player={player} variant="media" size="small" className={styles.mute} />
      </div>
      <span className={styles.corner}>{corner}</span>
    </div>
  )
}
