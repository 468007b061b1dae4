import { say } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { Slider } from '../ui/slider.tsx'
import { exactTimeWords, sectionOf, speeds } from './playing.ts'
import styles from './player-bar.module.css'
import type { Player } from './use-player.ts'

/** The controls of what plays. `hasTimeline` false: another element shows where it is. */
export function PlayerBar({
  player,
  name,
  isVideo,
  hasTimeline
}: {
  readonly player: Player
  readonly name: string
  readonly isVideo: boolean
  readonly hasTimeline: boolean
}) {
  const { at, duration, isPlaying, isMuted, marks, repeats, speed } = player
  const hasMarks = marks.from !== null || marks.until !== null
  return (
    // What plays runs from left to right wherever one reads, and its controls with it.
    <div dir="ltr" role="group" aria-label={say('Controls of {name}', { name })} className={styles.player}>
      {hasTimeline && (
        <div className={styles.timeline}>
          <Section player={player} />
          <Slider
            label={say('Time')}
            min={0}
            max={Math.max(duration, 0.01)}
            step={0.01}
            value={Math.min(at, duration)}
            valueText={say('{at} of {duration}', { at: exactTimeWords(at), duration: exactTimeWords(duration) })}
            onChange={player.seek}
          />
        </div>
      )}
      <div className={styles.row}>
        <span className={styles.time}>
          {exactTimeWords(at)} <span className="ink-3">/ {exactTimeWords(duration)}</span>
        </span>
        <div className={styles.middle}>
          {isVideo && (
            <IconButton
              label={say('Frame back')}
              icon="frame-back"
              shortcut={shortcutWords('player', 'frameBack')}
              onClick={() => void player.stepFrame(-1)}
            />
          )}
          <IconButton
            label={isPlaying ? say('Pause') : say('Play')}
            icon={isPlaying ? 'pause' : 'play'}
            look="plain"
            size="big"
            shortcut={shortcutWords('player', 'play')}
            onClick={player.toggle}
          />
          {isVideo && (
            <IconButton
              label={say('Frame forward')}
              icon="frame-forward"
              shortcut={shortcutWords('player', 'frameForward')}
              onClick={() => void player.stepFrame(1)}
            />
          )}
        </div>
        <div className={styles.end}>
          <IconButton
            label={say('Repeat')}
            icon="repeat"
            shortcut={shortcutWords('player', 'repeat')}
            pressed={repeats}
            onClick={player.toggleRepeat}
          />
          <Button
            size="small"
            look="quiet"
            aria-label={
              marks.from === null
                ? say('In: the section begins here')
                : say('In: the section begins here; it begins at {from}', { from: exactTimeWords(marks.from) })
            }
            title={say('Section begins here ({shortcutWords})', { shortcutWords: shortcutWords('player', 'from') })}
            aria-pressed={marks.from !== null}
            className={styles.mark}
            onClick={() => player.mark('from')}
          >
            {say('In')}
          </Button>
          <Button
            size="small"
            look="quiet"
            aria-label={
              marks.until === null
                ? say('Out: the section ends here')
                : say('Out: the section ends here; it ends at {until}', { until: exactTimeWords(marks.until) })
            }
            title={say('Section ends here ({shortcutWords})', { shortcutWords: shortcutWords('player', 'until') })}
            aria-pressed={marks.until !== null}
            className={styles.mark}
            onClick={() => player.mark('until')}
          >
            {say('Out')}
          </Button>
          {hasMarks && (
            <IconButton
              size="small"
              label={say('Let the section go')}
              icon="close"
              shortcut={shortcutWords('player', 'whole')}
              onClick={player.clearMarks}
            />
          )}
          <Select
            look="quiet"
            label={say('Speed')}
            options={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
            value={String(speed)}
            onChange={(chosen) => player.setSpeed(Number(chosen))}
          />
          <IconButton
            label={isMuted ? say('Sound on') : say('Sound off')}
            icon={isMuted ? 'sound-off' : 'sound-on'}
            shortcut={shortcutWords('player', 'mute')}
            pressed={isMuted}
            onClick={player.toggleMuted}
          />
        </div>
      </div>
    </div>
  )
}

/** The marked part of the timeline. */
export function Section({ player: { marks, duration } }: { readonly player: Player }) {
  if ((marks.from === null && marks.until === null) || duration <= 0) return null
  const { from, until } = sectionOf(marks, duration)
  return <span className={styles.section} style={{ left: `${(from / duration) * 100}%`, width: `${((until - from) / duration) * 100}%` }} />
}
