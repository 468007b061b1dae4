import { say } from '../../shared/i18n/say.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { PlayerBar } from './player-bar.tsx'
import type { PlayableMedia, PlayableStageProps, RenderFrameAction } from './playable-media.ts'
import type { Player } from './use-player.ts'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import styles from './video-stage.module.css'

/** A video, or several in sync, with playback controls. The first video sets the duration. Only its audio is audible at first. */
export function VideoStage({
  clips,
  onMissing,
  onEnded = null,
  renderLoopAction,
  renderFrameAction,
  cornerOf,
  onPress
}: PlayableStageProps & { readonly clips: readonly PlayableMedia[]; readonly renderFrameAction?: RenderFrameAction | undefined }) {
  const player = usePlayer(onEnded)
  usePlayerKeys(player, { isVideo: true })
  const shownVideo = (): HTMLVideoElement | null => {
    const lead = player.lead()
    return lead instanceof HTMLVideoElement ? lead : null
  }
  return (
    <>
      <div className={styles.clips} data-count={clips.length}>
        {clips.map((clip, place) => (
          <div key={clip.src} className={styles.clip} onPointerDown={() => onPress?.(place)}>
            <VideoElement clip={clip} player={player} place={place} onMissing={onMissing} />
            {cornerOf?.(place)}
            {clip.label !== null && (
              <span className={styles.label}>
                <ImageBadge>{clip.label}</ImageBadge>
              </span>
            )}
          </div>
        ))}
      </div>
      <PlayerBar
        player={player}
        name={clips[0]?.name ?? say('this video')}
        isVideo
        hasTimeline
        renderLoopAction={renderLoopAction}
        frameAction={renderFrameAction?.(shownVideo)}
      />
    </>
  )
}

/** The element that shows a video. A press plays or pauses. `place` is its index among the synced elements. */
export function VideoElement({
  clip: { src, name, poster },
  player,
  place,
  autoPlay = false,
  onMissing
}: {
  readonly clip: PlayableMedia
  readonly player: Player
  readonly place: number
  readonly autoPlay?: boolean
  readonly onMissing: (src: string) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated media have no captions
    <video
      ref={player.attach(place)}
      src={src}
      poster={poster ?? undefined}
      preload="auto"
      autoPlay={autoPlay}
      playsInline
      aria-label={name}
      className={styles.video}
      onClick={player.toggle}
      // Chromium shows nothing if the poster doesn't exist yet. The first frame replaces it.
      onLoadedData={({ currentTarget }) => currentTarget.removeAttribute('poster')}
      onError={() => onMissing(src)}
    />
  )
}
