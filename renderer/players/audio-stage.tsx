import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { PlayerBar } from './player-bar.tsx'
import type { PlayableMedia, PlayableStageProps } from './playable-media.ts'
import styles from './audio-stage.module.css'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { TimeAxis, SeekableWaveform } from './waveform.tsx'

/** Labels of compared tracks. */
const letters = ['A', 'B', 'C', 'D']

/** An audio player. Several tracks play in sync, and only one is audible. The user can switch between tracks without a gap. */
export function AudioStage({
  title,
  sounds,
  onMissing,
  onEnded = null,
  renderLoopAction,
  cornerOf,
  onPress
}: PlayableStageProps & { readonly title: string; readonly sounds: readonly PlayableMedia[] }) {
  const player = usePlayer(onEnded)
  usePlayerKeys(player, { isVideo: false })
  return (
    <>
      <div className={styles.stage}>
        <div className={classNames(styles.card, sounds.length > 1 && styles.several)}>
          {sounds.length === 1 && (
            <div dir="auto" className={styles.title}>
              {title}
            </div>
          )}
          {sounds.map((sound, place) => (
            <div key={sound.src} className={styles.one} onPointerDown={() => onPress?.(place)}>
              {sound.label !== null && (
                <div className={styles.head}>
                  <span className={`grow cut ${styles.label ?? ''}`}>
                    {letters[place]}. {sound.label}
                  </span>
                  {cornerOf?.(place)}
                </div>
              )}
              <SeekableWaveform sound={sound} player={player} isHeard={place === player.audibleIndex} />
              {place === sounds.length - 1 && <TimeAxis duration={player.duration} />}
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated media have no captions */}
              <audio
                ref={player.attach(place)}
                src={sound.src}
                preload="auto"
                aria-label={sound.name}
                onError={() => onMissing(sound.src)}
              />
            </div>
          ))}
        </div>
      </div>
      {sounds.length > 1 && (
        <div className={styles.hear}>
          <SegmentedControl
            label={say('Now playing')}
            options={sounds.map((_, place) => ({ value: String(place), label: letters[place] ?? '' }))}
            value={String(player.audibleIndex)}
            onChange={(place) => player.setAudible(Number(place))}
          />
        </div>
      )}
      <PlayerBar
        player={player}
        name={sounds[0]?.name ?? say('this audio file')}
        isVideo={false}
        hasTimeline={false}
        renderLoopAction={renderLoopAction}
      />
    </>
  )
}
