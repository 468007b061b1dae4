import { useState } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorStage } from './editor-stage.tsx'
import { useVideoTime } from './use-video-time.ts'
import styles from './video-time-bar.module.css'
import { secondsText, timeStep, VideoTimeBar } from './video-time-bar.tsx'

/** A part of a video, in seconds. */
export type TimeRange = { readonly start: number; readonly end: number }

/** Dialog for choosing the start and the end of a part of a video. */
export function DrawRange({
  media,
  initial,
  duration,
  onUse,
  onClose
}: {
  readonly media: InspectedMedia
  readonly initial: TimeRange
  /** Latest possible end, in seconds. */
  readonly duration: number
  readonly onUse: (range: TimeRange) => void
  readonly onClose: () => void
}) {
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const viewport = useStageViewport({ frame: size, subject: media.previewUrl })
  const videoTime = useVideoTime()
  const [{ start, end }, setRange] = useState(initial)
  const setStart = (at: number): void => setRange({ start: Math.min(at, duration - timeStep), end: Math.max(end, at + timeStep) })
  const setEnd = (at: number): void => setRange({ start: Math.min(start, at - timeStep), end: Math.max(at, timeStep) })

  return (
    <EditorDialog
      title={say('Choose start and end')}
      description={say('Move to a position, then set it as the start or the end.')}
      viewport={viewport}
      keys={[]}
      tools={null}
      facts={say('{start} to {end}', { start: secondsText(start), end: secondsText(end) })}
      action={{
        label: say('Use part'),
        run: () => {
          onUse({ start, end })
          onClose()
        }
      }}
      onClose={onClose}
    >
      <EditorStage
        media={media}
        size={size}
        viewport={viewport}
        videoRef={videoTime.video}
        roleDescription={say('video')}
        label={say('{name}: the frame at the chosen position', { name: media.facts.name })}
      />
      <VideoTimeBar videoTime={videoTime} duration={duration} />
      <div className={styles.range}>
        <span className="small ink-2">{say('Start time')}</span>
        <Slider
          label={say('Start time')}
          min={0}
          max={duration}
          step={timeStep}
          value={start}
          valueText={secondsText(start)}
          onChange={(at) => {
            setStart(at)
            videoTime.seek(at)
          }}
        />
        <span className={styles.figure}>{secondsText(start)}</span>
        <Button size="small" onClick={() => setStart(videoTime.time)}>
          {say('Start here')}
        </Button>
        <span className="small ink-2">{say('End time')}</span>
        <Slider
          label={say('End time')}
          min={0}
          max={duration}
          step={timeStep}
          value={end}
          valueText={secondsText(end)}
          onChange={(at) => {
            setEnd(at)
            videoTime.seek(at)
          }}
        />
        <span className={styles.figure}>{secondsText(end)}</span>
        <Button size="small" onClick={() => setEnd(videoTime.time)}>
          {say('End here')}
        </Button>
      </div>
    </EditorDialog>
  )
}
