import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import { request } from '../bridge/kiln.ts'
import type { Take } from './capture.ts'
import { captureFault, clipType, kindsFor, limitInSeconds, openDevices, photoOf, photoType, soundOf } from './capture.ts'
import { sentences } from '../../shared/words/join.ts'

/**
 * A recorder: it opens the device, shows it live, records, and shows what was recorded; it may begin anew. Nothing is kept before it is
 * taken, and the device is let go when the recorder closes.
 */
export type RecorderState =
  | { readonly stage: 'opening' }
  | { readonly stage: 'live'; readonly stream: MediaStream }
  | { readonly stage: 'recording'; readonly stream: MediaStream; readonly since: number }
  | { readonly stage: 'writing' }
  | { readonly stage: 'taken'; readonly file: Blob; readonly url: string }
  | { readonly stage: 'failed'; readonly why: string }

export type Recorder = {
  readonly state: RecorderState
  /** Takes the photo that `video` shows, or begins to record. */
  readonly begin: (video: HTMLVideoElement | null) => void
  readonly stop: () => void
  readonly again: () => void
}

export function useRecorder(field: MediaField, take: Take): Recorder {
  const [state, setState] = useState<RecorderState>({ stage: 'opening' })
  const recorder = useRef<MediaRecorder | null>(null)
  /** The device that is open; null: none, or not yet. */
  const device = useRef<MediaStream | null>(null)
  /** Counts the openings, so that a device that comes after the recorder closed is let go at once. */
  const turn = useRef(0)
  const { rule } = field

  /** Opens the device; null: the recorder was closed meanwhile. */
  async function opened(): Promise<RecorderState | null> {
    const own = (turn.current += 1)
    const isStale = (): boolean => own !== turn.current
    const outcome = await request('recorder.open', { kinds: [...kindsFor(take)] })
    if (isStale()) {
      // The system may have asked the person, and taken longer than they had patience: the gate was opened after it was shut.
      void request('recorder.close')
      return null
    }
    if (!outcome.ok) return { stage: 'failed', why: sentences(outcome.message, outcome.advice) }
    try {
      const stream = await openDevices(take)
      if (!isStale()) device.current = stream
      else stopTracks(stream)
      return isStale() ? null : { stage: 'live', stream }
    } catch (error) {
      return isStale() ? null : { stage: 'failed', why: captureFault(error, take) }
    }
  }
  const openFirst = useEffectEvent(opened)
  const close = useEffectEvent(() => {
    turn.current += 1
    recorder.current = null
    letGo(device)
  })
  useEffect(() => {
    void openFirst().then((arrived) => arrived !== null && setState(arrived))
    return () => close()
  }, [])

  const url = state.stage === 'taken' ? state.url : null
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])

  async function finish(file: Promise<Blob>): Promise<void> {
    setState({ stage: 'writing' })
    try {
      const blob = await file
      setState({ stage: 'taken', file: blob, url: URL.createObjectURL(blob) })
    } catch (error) {
      setState({ stage: 'failed', why: captureFault(error, take) })
    }
    letGo(device)
  }
  function record(stream: MediaStream): void {
    const parts: Blob[] = []
    const type = take === 'sound' ? 'audio/webm;codecs=opus' : clipType(rule.formats, (one) => MediaRecorder.isTypeSupported(one))
    const own = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000, audioBitsPerSecond: 128_000 })
    own.addEventListener('dataavailable', ({ data }) => parts.push(data))
    own.addEventListener('stop', () => {
      if (recorder.current !== own) return
      const whole = new Blob(parts, { type: type.split(';')[0] ?? type })
      void finish(take === 'sound' ? soundOf(whole) : Promise.resolve(whole))
    })
    recorder.current = own
    own.start(1000)
    setState({ stage: 'recording', stream, since: Date.now() })
  }

  const since = state.stage === 'recording' ? state.since : null
  const limit = limitInSeconds(field)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => recorder.current?.stop(), limit * 1000)
    return () => clearTimeout(timer)
  }, [since, limit])

  return {
    state,
    begin: (video) => {
      if (state.stage !== 'live') return
      if (take !== 'photo') record(state.stream)
      else if (video !== null) void finish(photoOf(video, photoType(rule.formats)))
    },
    stop: () => recorder.current?.stop(),
    again: () => {
      setState({ stage: 'opening' })
      void opened().then((arrived) => arrived !== null && setState(arrived))
    }
  }
}

/** Stops the device, and main shuts the gate behind it. */
function letGo(device: RefObject<MediaStream | null>): void {
  if (device.current !== null) stopTracks(device.current)
  device.current = null
  void request('recorder.close')
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
