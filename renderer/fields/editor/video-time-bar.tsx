import { say } from '../../../shared/i18n/say.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Slider } from '../../ui/slider.tsx'
import { timeStep } from './time-range.ts'
import type { VideoTime } from './use-video-time.ts'
import styles from './video-time-bar.module.css'

/** Position of the editor's video, with buttons for single frames. */
export function VideoTimeBar({ videoTime, duration }: { readonly videoTime: VideoTime; readonly duration: number }) {
  const { time, seek, stepFrame } = videoTime
  return (
    <div className={styles.bar}>
      <IconButton label={say('Previous frame')} icon="frame-back" onClick={() => stepFrame(-1)} />
      <IconButton label={say('Next frame')} icon="frame-forward" onClick={() => stepFrame(1)} />
      <Slider label={say('Position')} min={0} max={duration} step={timeStep} value={time} valueText={secondsText(time)} onChange={seek} />
      <span className={styles.figure}>{secondsText(time)}</span>
    </div>
  )
}

export function secondsText(seconds: number): string {
  return say('{seconds, number} s', { seconds: Math.round(seconds * 100) / 100 })
}
