import type { CaptureDeviceKind } from '../../shared/form/capture.ts'
import type { MediaField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { encodeWav } from './encode-wav.ts'

/** Kind of capture: a photo, a video or audio. */
export type CaptureType = 'photo' | 'clip' | 'sound'

/** Returns the kind of capture that a field accepts. Null if the field doesn't accept captures. */
export function captureTypeFor(field: MediaField): CaptureType | null {
  if (field.isMask) return null
  if (field.medium === 'image') return 'photo'
  if (field.medium === 'video') return 'clip'
  return field.medium === 'audio' ? 'sound' : null
}

export function requiredCaptureDevices(captureType: CaptureType): readonly CaptureDeviceKind[] {
  switch (captureType) {
    case 'photo':
      return ['camera']
    case 'clip':
      return ['camera', 'microphone']
    case 'sound':
      return ['microphone']
  }
}

/** Maximum length of a recording. The contract may set a shorter limit. */
const defaultLimitInSeconds = 300

export function recordingLimitInSeconds({ rule }: MediaField): number {
  return Math.min(rule.maxDurationInSeconds ?? defaultLimitInSeconds, defaultLimitInSeconds)
}

/**
 * MIME types for video recordings, best first. Types that players and services support everywhere come before types that every Chromium
 * build can record.
 */
const clipTypes: readonly (readonly [type: string, format: string])[] = [
  ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'mp4'],
  ['video/webm;codecs=vp9,opus', 'webm'],
  ['video/webm;codecs=vp8,opus', 'webm'],
  ['video/mp4;codecs=vp9,opus', 'mp4']
]

/**
 * Returns the MIME type for a video recording. `canWrite` returns true if the browser can record a type. Among these types, prefers one in
 * the field's accepted `formats`.
 */
export function videoMimeType(formats: readonly string[] | undefined, canWrite: (type: string) => boolean): string {
  const written = clipTypes.filter(([type]) => canWrite(type))
  const taken = written.find(([, format]) => formats === undefined || formats.length === 0 || formats.includes(format))
  return (taken ?? written[0] ?? ['video/webm'])[0]
}

/** Opens the camera or microphone. If no microphone is found, a video is recorded without audio. Rejects with the browser's own errors. */
export async function openDevices(captureType: CaptureType): Promise<MediaStream> {
  const { mediaDevices } = navigator
  const video = captureType === 'sound' ? false : { width: { ideal: 1920 }, height: { ideal: 1080 } }
  if (captureType !== 'clip') return mediaDevices.getUserMedia({ video, audio: captureType === 'sound' && { channelCount: 1 } })
  try {
    return await mediaDevices.getUserMedia({ video, audio: true })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error
    return mediaDevices.getUserMedia({ video })
  }
}

/** Converts recorded audio to a WAV file. Few services support the formats that the browser records. */
export async function convertRecordingToWav(recorded: Blob): Promise<Blob> {
  const context = new AudioContext()
  try {
    const sound = await context.decodeAudioData(await recorded.arrayBuffer())
    const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
    return new Blob([encodeWav(channels, sound.sampleRate)], { type: 'audio/wav' })
  } finally {
    await context.close()
  }
}

/** Returns text that says why the camera or microphone failed, and what to do. */
export function captureErrorText(error: unknown, captureType: CaptureType): string {
  const name = error instanceof DOMException ? error.name : ''
  const isSound = captureType === 'sound'
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return isSound
      ? say('No microphone found. Connect one, then reopen this dialog.')
      : say('No camera found. Connect one, then reopen this dialog.')
  if (name === 'NotAllowedError')
    return isSound
      ? say('Kiln isn’t allowed to use the microphone. Allow it in your system’s privacy settings.')
      : say('Kiln isn’t allowed to use the camera. Allow it in your system’s privacy settings.')
  if (name === 'NotReadableError')
    return isSound
      ? say('Another app is using the microphone. Close that app, then reopen this dialog.')
      : say('Another app is using the camera. Close that app, then reopen this dialog.')
  return isSound
    ? say('Kiln can’t access the microphone. Check its connection, then reopen this dialog.')
    : say('Kiln can’t access the camera. Check its connection, then reopen this dialog.')
}
