import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import { sentences } from '../../shared/words/join.ts'
import { say, word } from '../../shared/words/say.ts'
import { keepMade } from '../bridge/inspect-handed.ts'
import { useNow } from '../bridge/use-now.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { durationWords, exactClockWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import type { Take } from './capture.ts'
import { limitInSeconds } from './capture.ts'
import { useFormServices } from './form-services.ts'
import { LevelMeter } from './level-meter.tsx'
import styles from './media-recorder.module.css'
import { SoundBar } from './sound-bar.tsx'
import type { RecorderState } from './use-recorder.ts'
import { useRecorder } from './use-recorder.ts'

const words: { readonly [take in Take]: { readonly title: string; readonly begin: string; readonly use: string; readonly stem: string } } =
  {
    photo: { title: word('Take a photo'), begin: word('Take the photo'), use: word('Use this photo'), stem: word('Photo') },
    clip: { title: word('Record a clip'), begin: word('Record'), use: word('Use this clip'), stem: word('Clip') },
    sound: { title: word('Record a sound'), begin: word('Record'), use: word('Use this sound'), stem: word('Recording') }
  }

/** One button after another stands in the same place: the focus stays there. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** Camera or microphone, live; what was taken can be looked at, done again, and used. */
export function MediaRecorderDialog({
  field,
  take,
  onClose
}: {
  readonly field: MediaField
  readonly take: Take
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const announce = useAnnounce()
  const { state, begin, stop, again } = useRecorder(field, take)
  const video = useRef<HTMLVideoElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const stream = state.stage === 'live' || state.stage === 'recording' ? state.stream : null
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [stream])
  const { title, begin: beginWords, use: keepWords, stem } = words[take]

  async function use(file: Blob): Promise<void> {
    setIsSaving(true)
    const outcome = await keepMade(file, `${say(stem)} ${exactClockWords(Date.now()).replaceAll(':', '.')}`)
    setIsSaving(false)
    if (!outcome.ok) return setFault(sentences(outcome.message, outcome.advice))
    services.addDraft(field, outcome.value, null)
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
              <Button icon="refresh" onClick={again}>
                {say('Again')}
              </Button>
              <Button ref={takeFocus} look="go" busy={isSaving && say('Keeping it')} onClick={() => void use(state.file)}>
                {say(keepWords)}
              </Button>
            </>
          ) : state.stage === 'recording' ? (
            <Button key="stop" ref={takeFocus} look="go" icon="stop" onClick={stop}>
              {say('Stop')}
            </Button>
          ) : (
            <Button
              key="begin"
              ref={takeFocus}
              look="go"
              icon={take === 'photo' ? 'camera' : 'record'}
              notReady={state.stage !== 'live'}
              onClick={() => begin(video.current)}
            >
              {say(beginWords)}
            </Button>
          )}
        </>
      }
    >
      <div className={take === 'sound' ? styles.soundStage : styles.stage}>
        <Stage state={state} take={take} video={video} />
        {state.stage === 'recording' && <Clock since={state.since} limit={limitInSeconds(field)} />}
      </div>
      <p className="small ink-3">{say('It stays on this computer until you make something with it.')}</p>
    </Dialog>
  )
}

function Stage({
  state,
  take,
  video
}: {
  readonly state: RecorderState
  readonly take: Take
  readonly video: React.RefObject<HTMLVideoElement | null>
}) {
  switch (state.stage) {
    case 'opening':
    case 'writing':
      return <p className={styles.waiting}>{state.stage === 'opening' ? say('Opening the device') : say('Writing it')}</p>
    case 'failed':
      return (
        <div className={styles.waiting} role="alert">
          <Icon name={take === 'sound' ? 'microphone' : 'camera'} size="l" />
          {state.why}
        </div>
      )
    case 'live':
    case 'recording':
      if (take === 'sound') return <LevelMeter stream={state.stream} />
      // As in a mirror: that is how people know themselves.
      return <video ref={video} muted autoPlay playsInline aria-label={say('What the camera sees')} className={styles.live} />
    case 'taken':
      if (take === 'photo') return <img src={state.url} alt={say('What was taken')} className={styles.still} />
      if (take === 'sound') return <SoundBar src={state.url} name={say('the recording')} durationInSeconds={null} />
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was just recorded has no captions
        <video src={state.url} controls playsInline aria-label={say('What was recorded')} className={styles.still} />
      )
  }
}

function Clock({ since, limit }: { readonly since: number; readonly limit: number }) {
  const now = useNow(250)
  return (
    <span className={styles.clock} role="timer">
      <span className={styles.dot} />
      {say('{part} of {whole}', { part: durationWords(now - since), whole: durationWords(limit * 1000) })}
    </span>
  )
}
