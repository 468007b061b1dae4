import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import { request } from '../bridge/kiln.ts'
import { captureFrame, frameTypeFor } from '../media/video-frame.ts'
import type { CaptureType } from './capture.ts'
import {
  captureErrorText,
  videoMimeType,
  requiredCaptureDevices,
  recordingLimitInSeconds,
  openDevices,
  convertRecordingToWav
} from './capture.ts'
import { joinSentences } from '../../shared/i18n/join.ts'

/**
 * Stages of a recorder: opening the device, live preview, recording, processing, review and failure. The device is released after each
 * capture and when the recorder closes. `since` is in milliseconds since 1970.
 */
export type RecorderState =
  | { readonly stage: 'opening' }
  | { readonly stage: 'live'; readonly stream: MediaStream }
  | { readonly stage: 'recording'; readonly stream: MediaStream; readonly since: number }
  | { readonly stage: 'writing' }
  | { readonly stage: 'taken'; readonly file: Blob; readonly url: string }
  | { readonly stage: 'failed'; readonly reason: string }

export type Recorder = {
  readonly state: RecorderState
  /** Takes a photo of the current frame of `video`, or starts a recording. */
  readonly begin: (video: HTMLVideoElement | null) => void
  readonly stop: () => void
  readonly retake: () => void
}

export function useRecorder(field: MediaField, captureType: CaptureType): Recorder {
  const [state, setState] = useState<RecorderState>({ stage: 'opening' })
  const recorder = useRef<MediaRecorder | null>(null)
  /** Stream of the open device. Null if no device is open. */
  const device = useRef<MediaStream | null>(null)
  /**
   * Number of times that the recorder was opened or closed. If the number changes before a stream arrives, the stream is stale. Its tracks
   * are then stopped immediately.
   */
  const turn = useRef(0)
  const { rule } = field

  /** Opens the device and returns the next state. Null if the recorder was closed meanwhile. */
  async function opened(): Promise<RecorderState | null> {
    const own = (turn.current += 1)
    const isStale = (): boolean => own !== turn.current
    const outcome = await request('recorder.open', { kinds: [...requiredCaptureDevices(captureType)] })
    if (isStale()) {
      // The recorder was closed during the system's permission prompt. The main process allowed the device afterwards, so it must block the
      // device again.
      void request('recorder.close')
      return null
    }
    if (!outcome.ok) return { stage: 'failed', reason: joinSentences(outcome.message, outcome.advice) }
    try {
      const stream = await openDevices(captureType)
      if (!isStale()) device.current = stream
      else stopTracks(stream)
      return isStale() ? null : { stage: 'live', stream }
    } catch (error) {
      return isStale() ? null : { stage: 'failed', reason: captureErrorText(error, captureType) }
    }
  }
  const openFirst = useEffectEvent(opened)
  const close = useEffectEvent(() => {
    turn.current += 1
    recorder.current = null
    releaseDevice(device)
  })
  useEffect(() => {
    void openFirst().then((arrived) => arrived !== null && setState(arrived))
    return () => close()
  }, [])

  const url = state.stage === 'taken' ? state.url : null
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])

  async function finish(file: Promise<Blob>): Promise<void> {
    const own = turn.current
    setState({ stage: 'writing' })
    try {
      const blob = await file
      if (own !== turn.current) return
      setState({ stage: 'taken', file: blob, url: URL.createObjectURL(blob) })
    } catch (error) {
      setState({ stage: 'failed', reason: captureErrorText(error, captureType) })
    }
    releaseDevice(device)
  }
  function record(stream: MediaStream): void {
    const parts: Blob[] = []
    const type =
      captureType === 'sound' ? 'audio/webm;codecs=opus' : videoMimeType(rule.formats, (one) => MediaRecorder.isTypeSupported(one))
    const own = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000, audioBitsPerSecond: 128_000 })
    own.addEventListener('dataavailable', ({ data }) => parts.push(data))
    own.addEventListener('stop', () => {
      if (recorder.current !== own) return
      const whole = new Blob(parts, { type: type.split(';')[0] ?? type })
      void finish(captureType === 'sound' ? convertRecordingToWav(whole) : Promise.resolve(whole))
    })
    recorder.current = own
    own.start(1000)
    setState({ stage: 'recording', stream, since: Date.now() })
  }

  const since = state.stage === 'recording' ? state.since : null
  const limit = recordingLimitInSeconds(field)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => recorder.current?.stop(), limit * 1000)
    return () => clearTimeout(timer)
  }, [since, limit])

  return {
    state,
    begin: (video) => {
      if (state.stage !== 'live') return
      if (captureType !== 'photo') record(state.stream)
      else if (video !== null) void finish(captureFrame(video, frameTypeFor(rule.formats)))
    },
    stop: () => recorder.current?.stop(),
    retake: () => {
      setState({ stage: 'opening' })
      void opened().then((arrived) => arrived !== null && setState(arrived))
    }
  }
}

/** Stops the device and asks the main process to block the device again. */
function releaseDevice(device: RefObject<MediaStream | null>): void {
  if (device.current !== null) stopTracks(device.current)
  device.current = null
  void request('recorder.close')
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
