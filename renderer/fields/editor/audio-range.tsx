import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useRef } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { usePlayer } from '../../players/use-player.ts'
import { SeekableWaveform } from '../../players/waveform.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './audio-range.module.css'
import type { RangeEditorProps } from './draw-range.tsx'
import { EditorDialog } from './editor-dialog.tsx'
import { rangeWithEnd, rangeWithStart, timeStep } from './time-range.ts'
import { secondsText } from './video-time-bar.tsx'

/** Dialog for choosing a part of an audio file. Two handles on a waveform set its start and end. Playback repeats the part. */
export function AudioRange({ media, duration, range, onChange, title, action, onClose }: RangeEditorProps) {
  const { previewUrl: src, facts } = media
  const player = usePlayer(null)
  const { setMarks, seek } = player
  const { start, end } = range
  useEffect(() => setMarks({ from: start, until: end }), [setMarks, start, end])
  const whole = facts.durationInSeconds ?? duration
  const shareOf = (seconds: number): number => (whole > 0 ? (seconds / whole) * 100 : 0)
  function moveStart(at: number): void {
    const next = rangeWithStart(range, at, duration)
    onChange(next)
    seek(next.start)
  }
  const moveEnd = (at: number): void => onChange(rangeWithEnd(range, Math.min(at, duration)))

  return (
    <EditorDialog
      title={title}
      description={say('Drag the handles, or move them with the arrow keys. Hold Shift for small steps.')}
      viewport={null}
      keys={[]}
      tools={
        <>
          <IconButton
            label={player.isPlaying ? say('Pause') : say('Play')}
            icon={player.isPlaying ? 'pause' : 'play'}
            variant="plain"
            onClick={player.toggle}
          />
          <span className={styles.time}>{secondsText(player.at)}</span>
          <Button size="small" onClick={() => onChange(rangeWithStart(range, player.at, duration))}>
            {say('Start here')}
          </Button>
          <Button size="small" onClick={() => moveEnd(player.at)}>
            {say('End here')}
          </Button>
        </>
      }
      facts={say('{start} to {end}', { start: secondsText(start), end: secondsText(end) })}
      action={action}
      onClose={onClose}
    >
      <div className={styles.card}>
        <div dir="ltr" className={styles.wave}>
          <SeekableWaveform sound={{ src, name: facts.name, label: null, poster: null, bytes: facts.bytes }} player={player} isHeard />
          <span className={styles.outside} style={{ left: 0, width: `${shareOf(start)}%` }} />
          <span className={styles.outside} style={{ left: `${shareOf(end)}%`, right: 0 }} />
          <Handle label={say('Start time')} at={start} whole={whole} most={duration} onMove={moveStart} />
          <Handle label={say('End time')} at={end} whole={whole} most={duration} onMove={moveEnd} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's own audio has no captions */}
        <audio ref={player.attach(0)} src={src} preload="auto" aria-label={facts.name} />
      </div>
    </EditorDialog>
  )
}

/** A handle on the waveform. An arrow key moves it by a hundredth of the audio's length. With Shift, it moves by the smallest step. */
function Handle({
  label,
  at,
  whole,
  most,
  onMove
}: {
  readonly label: string
  /** Position of the handle, in seconds. */
  readonly at: number
  /** Length of the whole waveform, in seconds. */
  readonly whole: number
  readonly most: number
  readonly onMove: (at: number) => void
}) {
  const grip = useRef<HTMLSpanElement>(null)
  const rounded = (seconds: number): number => Math.round(Math.min(Math.max(0, seconds), most) * 100) / 100
  function drag(event: PointerEvent<HTMLElement>): void {
    const wave = grip.current?.parentElement?.getBoundingClientRect()
    if (wave === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    onMove(rounded(((event.clientX - wave.left) / wave.width) * whole))
  }
  function keyDown(event: KeyboardEvent): void {
    const by = event.shiftKey ? timeStep : Math.max(timeStep, whole / 100)
    const targets: { readonly [key: string]: number } = {
      ArrowLeft: at - by,
      ArrowDown: at - by,
      ArrowRight: at + by,
      ArrowUp: at + by,
      Home: 0,
      End: most
    }
    const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onMove(rounded(target))
  }
  return (
    <span
      ref={grip}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={at}
      aria-valuetext={secondsText(at)}
      className={styles.handle}
      style={{ left: `${whole > 0 ? (at / whole) * 100 : 0}%` }}
      onKeyDown={keyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.focus({ focusVisible: false })
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
    />
  )
}
