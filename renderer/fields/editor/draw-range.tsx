import { useState } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import { AudioRange } from './audio-range.tsx'
import type { EditorAction } from './editor-dialog.tsx'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorStage } from './editor-stage.tsx'
import type { TimeRange } from './time-range.ts'
import { rangeWithEnd, rangeWithStart, timeStep } from './time-range.ts'
import { useVideoTime } from './use-video-time.ts'
import styles from './video-time-bar.module.css'
import { secondsText, VideoTimeBar } from './video-time-bar.tsx'

export type RangeEditorProps = {
  readonly media: InspectedMedia
  /** Latest possible end, in seconds. */
  readonly duration: number
  readonly range: TimeRange
  readonly onChange: (range: TimeRange) => void
  readonly title: string
  readonly action: EditorAction
  readonly onClose: () => void
}

/** Dialog for choosing the start and end of a part of a video or audio. */
export function DrawRange({
  media,
  duration,
  initial,
  onUse,
  onClose
}: Pick<RangeEditorProps, 'media' | 'duration' | 'onClose'> & {
  readonly initial: TimeRange
  readonly onUse: (range: TimeRange) => void
}) {
  const [range, setRange] = useState(initial)
  const Editor = media.facts.medium === 'audio' ? AudioRange : VideoRange
  function use(): void {
    onUse(range)
    onClose()
  }
  return (
    <Editor
      media={media}
      duration={duration}
      range={range}
      onChange={setRange}
      title={say('Choose start and end')}
      action={{ label: say('Use part'), run: use }}
      onClose={onClose}
    />
  )
}

function VideoRange({ media, duration, range, onChange, title, action, onClose }: RangeEditorProps) {
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const viewport = useStageViewport({ frame: size, subject: media.previewUrl })
  const videoTime = useVideoTime()
  const { start, end } = range
  const setStart = (at: number): void => onChange(rangeWithStart(range, at, duration))
  const setEnd = (at: number): void => onChange(rangeWithEnd(range, at))

  return (
    <EditorDialog
      title={title}
      description={say('Move to a position, then set it as the start or the end.')}
      viewport={viewport}
      keys={[]}
      tools={null}
      facts={say('{start} to {end}', { start: secondsText(start), end: secondsText(end) })}
      action={action}
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
