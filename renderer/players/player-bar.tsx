import type { ReactNode } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import type { IconButtonProps } from '../ui/icon-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { Slider } from '../ui/slider.tsx'
import { formatPlaybackTime, effectiveLoopRange, playbackSpeeds } from './loop-range.ts'
import type { RenderLoopAction } from './playable-media.ts'
import styles from './player-bar.module.css'
import type { Player } from './use-player.ts'

/** Playback controls. If `hasTimeline` is false, another element shows the position. */
export function PlayerBar({
  player,
  name,
  isVideo,
  hasTimeline,
  renderLoopAction,
  frameAction
}: {
  readonly player: Player
  readonly name: string
  readonly isVideo: boolean
  readonly hasTimeline: boolean
  readonly renderLoopAction?: RenderLoopAction | undefined
  /** Actions for the shown frame. */
  readonly frameAction?: ReactNode
}) {
  const { at, duration, repeats, speed } = player
  return (
    // Playback controls run from left to right in every language, like the timeline.
    <div dir="ltr" role="group" aria-label={say('Playback controls for {name}', { name })} className={styles.player}>
      {hasTimeline && (
        <div className={styles.timeline}>
          <LoopRangeBar player={player} />
          <TimeSlider player={player} />
        </div>
      )}
      <div className={styles.row}>
        <div className={styles.start}>
          <span className={styles.time}>
            {formatPlaybackTime(at)} <span className="ink-3">/ {formatPlaybackTime(duration)}</span>
          </span>
          {frameAction !== undefined && <span className={styles.frame}>{frameAction}</span>}
        </div>
        <div className={styles.middle}>
          {isVideo && (
            <IconButton
              label={say('Previous frame')}
              icon="frame-back"
              shortcut={shortcutText('player', 'frameBack')}
              onClick={() => void player.stepFrame(-1)}
            />
          )}
          <PlayButton player={player} variant="plain" size="big" />
          {isVideo && (
            <IconButton
              label={say('Next frame')}
              icon="frame-forward"
              shortcut={shortcutText('player', 'frameForward')}
              onClick={() => void player.stepFrame(1)}
            />
          )}
        </div>
        <div className={styles.end}>
          <IconButton
            label={say('Loop')}
            icon="repeat"
            shortcut={shortcutText('player', 'repeat')}
            pressed={repeats}
            onClick={player.toggleRepeat}
          />
          <LoopControls player={player} renderLoopAction={renderLoopAction} />
          <Select
            variant="quiet"
            label={say('Speed')}
            options={playbackSpeeds.map((one) => ({ value: String(one), label: `${one}×` }))}
            value={String(speed)}
            onChange={(chosen) => player.setSpeed(Number(chosen))}
          />
          <MuteButton player={player} />
        </div>
      </div>
    </div>
  )
}

type PlayerButtonProps = { readonly player: Player } & Pick<IconButtonProps, 'variant' | 'size' | 'className'>

export function PlayButton({ player: { isPlaying, toggle }, ...look }: PlayerButtonProps) {
  return (
    <IconButton
      {...look}
      label={isPlaying ? say('Pause') : say('Play')}
      icon={isPlaying ? 'pause' : 'play'}
      shortcut={shortcutText('player', 'play')}
      onClick={toggle}
    />
  )
}

export function MuteButton({ player: { isMuted, toggleMuted }, ...look }: PlayerButtonProps) {
  return (
    <IconButton
      {...look}
      label={isMuted ? say('Unmute') : say('Mute')}
      icon={isMuted ? 'sound-off' : 'sound-on'}
      shortcut={shortcutText('player', 'mute')}
      pressed={isMuted}
      onClick={toggleMuted}
    />
  )
}

export function TimeSlider({ player: { at, duration, seek } }: { readonly player: Player }) {
  return (
    <Slider
      label={say('Time')}
      min={0}
      max={Math.max(duration, 0.01)}
      step={0.01}
      value={Math.min(at, duration)}
      valueText={say('{at} of {duration}', { at: formatPlaybackTime(at), duration: formatPlaybackTime(duration) })}
      onChange={seek}
    />
  )
}

/** Buttons that set and clear the loop points, and actions for the loop. */
function LoopControls({ player, renderLoopAction }: { readonly player: Player; readonly renderLoopAction: RenderLoopAction | undefined }) {
  const { duration, marks } = player
  const hasMarks = marks.from !== null || marks.until !== null
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={marks.from === null ? say('Set loop start') : say('Loop start: {from}', { from: formatPlaybackTime(marks.from) })}
        title={say('Set loop start ({shortcutWords})', { shortcutWords: shortcutText('player', 'from') })}
        aria-pressed={marks.from !== null}
        className={styles.mark}
        onClick={() => player.mark('from')}
      >
        {say('Loop start')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={marks.until === null ? say('Set loop end') : say('Loop end: {until}', { until: formatPlaybackTime(marks.until) })}
        title={say('Set loop end ({shortcutWords})', { shortcutWords: shortcutText('player', 'until') })}
        aria-pressed={marks.until !== null}
        className={styles.mark}
        onClick={() => player.mark('until')}
      >
        {say('Loop end')}
      </Button>
      {hasMarks && (
        <IconButton
          size="small"
          label={say('Clear loop points')}
          icon="close"
          shortcut={shortcutText('player', 'whole')}
          onClick={player.clearMarks}
        />
      )}
      {hasMarks && duration > 0 && renderLoopAction?.(effectiveLoopRange(marks, duration))}
    </>
  )
}

/** Highlights the loop on the timeline. Renders nothing if neither loop start nor loop end is set. */
export function LoopRangeBar({ player: { marks, duration } }: { readonly player: Player }) {
  if ((marks.from === null && marks.until === null) || duration <= 0) return null
  const { from, until } = effectiveLoopRange(marks, duration)
  return <span className={styles.section} style={{ left: `${(from / duration) * 100}%`, width: `${((until - from) / duration) * 100}%` }} />
}
