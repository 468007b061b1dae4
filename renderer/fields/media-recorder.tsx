import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { saveCreatedFile } from '../media/inspect-or-save-file.ts'
import { useNow } from '../ui/use-now.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { formatDuration, formatTimeWithSeconds } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import type { CaptureType } from './capture.ts'
import { recordingLimitInSeconds } from './capture.ts'
import { useFormServices } from './form-services.ts'
import { LevelMeter } from './level-meter.tsx'
import styles from './media-recorder.module.css'
import { AudioPlayer } from './audio-player.tsx'
import type { RecorderState } from './use-recorder.ts'
import { useRecorder } from './use-recorder.ts'

const words: {
  readonly [type in CaptureType]: { readonly title: string; readonly begin: string; readonly use: string; readonly stem: string }
} = {
  photo: { title: word('Take a photo'), begin: word('Take photo'), use: word('Use this photo'), stem: word('Photo') },
  clip: { title: word('Record a video'), begin: word('Record'), use: word('Use this video'), stem: word('Video') },
  sound: { title: word('Record audio'), begin: word('Record'), use: word('Use this recording'), stem: word('Recording') }
}

/** Focuses a button when it appears. In each stage, a new button replaces the previous one, so the focus would otherwise be lost. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** Dialog with the live camera or microphone, where a capture can be reviewed, repeated and used. */
export function MediaRecorderDialog({
  field,
  take: captureType,
  onClose
}: {
  readonly field: MediaField
  readonly take: CaptureType
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const announce = useAnnounce()
  const { state, begin, stop, retake } = useRecorder(field, captureType)
  const video = useRef<HTMLVideoElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const stream = state.stage === 'live' || state.stage === 'recording' ? state.stream : null
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [stream])
  const { title, begin: beginText, use: keepText, stem } = words[captureType]

  async function use(file: Blob): Promise<void> {
    setIsSaving(true)
    const outcome = await saveCreatedFile(file, `${say(stem)} ${formatTimeWithSeconds(Date.now()).replaceAll(':', '.')}`)
    setIsSaving(false)
    if (!outcome.ok) return setFault(joinSentences(outcome.message, outcome.advice))
    services.addLocalFile(field, outcome.value, null)
    announce(say('{name} added.', { name: outcome.value.facts.name }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say(title)}
      width="wide"
      actions={
        <>
          <span className={styles.note}>{fault !== null && <FieldError>{fault}</FieldError>}</span>
          {state.stage === 'taken' ? (
            <>
              <Button icon="refresh" onClick={retake}>
                {say('Retake')}
              </Button>
              <Button ref={takeFocus} variant="go" busy={isSaving && say('Saving…')} onClick={() => void use(state.file)}>
                {say(keepText)}
              </Button>
            </>
          ) : state.stage === 'recording' ? (
            <Button key="stop" ref={takeFocus} variant="go" icon="stop" onClick={stop}>
              {say('Stop')}
            </Button>
          ) : (
            <Button
              key="begin"
              ref={takeFocus}
              variant="go"
              icon={captureType === 'photo' ? 'camera' : 'record'}
              notReady={state.stage !== 'live'}
              onClick={() => begin(video.current)}
            >
              {say(beginText)}
            </Button>
          )}
        </>
      }
    >
      <div className={captureType === 'sound' ? styles.soundStage : styles.stage}>
        <Stage state={state} take={captureType} video={video} />
        {state.stage === 'recording' && <Clock since={state.since} limit={recordingLimitInSeconds(field)} />}
      </div>
      <p className="small ink-3">{say('Files you create here stay on this computer until you use them in a task.')}</p>
    </Dialog>
  )
}

function Stage({
  state,
  take: captureType,
  video
}: {
  readonly state: RecorderState
  readonly take: CaptureType
  readonly video: React.RefObject<HTMLVideoElement | null>
}) {
  switch (state.stage) {
    case 'opening':
      return <p className={styles.waiting}>{captureType === 'sound' ? say('Starting the microphone…') : say('Starting the camera…')}</p>
    case 'writing':
      return <p className={styles.waiting}>{say('Processing…')}</p>
    case 'failed':
      return (
        <div className={styles.waiting} role="alert">
          <Icon name={captureType === 'sound' ? 'microphone' : 'camera'} size="l" />
          {state.reason}
        </div>
      )
    case 'live':
    case 'recording':
      if (captureType === 'sound') return <LevelMeter stream={state.stream} />
      // The preview is mirrored, because users expect to see themselves as in a mirror.
      return <video ref={video} muted autoPlay playsInline aria-label={say('Camera preview')} className={styles.live} />
    case 'taken':
      if (captureType === 'photo') return <img src={state.url} alt={say('Photo')} className={styles.still} />
      if (captureType === 'sound') return <AudioPlayer src={state.url} name={say('the recording')} durationInSeconds={null} />
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a new recording has no captions
        <video src={state.url} controls playsInline aria-label={say('Recorded video')} className={styles.still} />
      )
  }
}

function Clock({ since, limit }: { readonly since: number; readonly limit: number }) {
  const now = useNow(250)
  return (
    <span className={styles.clock} role="timer">
      <span className={styles.dot} />
      {say('{part} of {whole}', { part: formatDuration(now - since), whole: formatDuration(limit * 1000) })}
    </span>
  )
}
