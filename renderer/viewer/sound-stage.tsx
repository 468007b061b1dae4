import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Segments } from '../ui/segments.tsx'
import { PlayerBar } from './player-bar.tsx'
import type { Playable, StageOfPlayables } from './playable.ts'
import styles from './sound-stage.module.css'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { Waveform } from './waveform.tsx'

/** What each of several is called. */
const letters = ['A', 'B', 'C', 'D']

/** A sound, or several in step of which one is heard: A and B without a gap. */
export function SoundStage({
  title,
  sounds,
  onMissing,
  onThrough = null,
  cornerOf
}: StageOfPlayables & { readonly title: string; readonly sounds: readonly Playable[] }) {
  const player = usePlayer(onThrough)
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
            <div key={sound.src} className={styles.one}>
              {sound.label !== null && (
                <div className={styles.head}>
                  <span className={`grow cut ${styles.label ?? ''}`}>
                    {letters[place]}. {sound.label}
                  </span>
                  {cornerOf?.(place)}
                </div>
              )}
              <Waveform sound={sound} player={player} isHeard={place === player.heard} />
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the service makes comes without captions */}
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
          <Segments
            label={say('What is heard')}
            options={sounds.map((_, place) => ({ value: String(place), label: letters[place] ?? '' }))}
            value={String(player.heard)}
            onChange={(place) => player.hear(Number(place))}
          />
        </div>
      )}
      <PlayerBar player={player} name={sounds[0]?.name ?? say('the sound')} isVideo={false} hasTimeline={false} />
    </>
  )
}
