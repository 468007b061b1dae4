import type { CaptureKind } from '../../shared/capture.ts'
import type { MediaField } from '../../shared/fields.ts'
import { say } from '../../shared/words/say.ts'
import { waveFile } from './wave-file.ts'

/** What is taken from a device: a still picture, a clip, a sound. */
export type Take = 'photo' | 'clip' | 'sound'

/** What a field can be given by a camera or a microphone; null: nothing. */
export function takeFor(field: MediaField): Take | null {
  if (field.isMask) return null
  if (field.medium === 'image') return 'photo'
  if (field.medium === 'video') return 'clip'
  return field.medium === 'audio' ? 'sound' : null
}

export function kindsFor(take: Take): readonly CaptureKind[] {
  switch (take) {
    case 'photo':
      return ['camera']
    case 'clip':
      return ['camera', 'microphone']
    case 'sound':
      return ['microphone']
  }
}

/** Longest recording where the contract names no limit. */
const usualLimitInSeconds = 300

export function limitInSeconds({ rule }: MediaField): number {
  return Math.min(rule.maxDurationInSeconds ?? usualLimitInSeconds, usualLimitInSeconds)
}

/** Best first: what players and services know everywhere, then what every Chromium can write. */
const clipTypes: readonly (readonly [type: string, format: string])[] = [
  ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'mp4'],
  ['video/webm;codecs=vp9,opus', 'webm'],
  ['video/webm;codecs=vp8,opus', 'webm'],
  ['video/mp4;codecs=vp9,opus', 'mp4']
]

/** How a clip is written, so that the field takes it where this window can write such a file at all. */
export function clipType(formats: readonly string[] | undefined, canWrite: (type: string) => boolean): string {
  const written = clipTypes.filter(([type]) => canWrite(type))
  const taken = written.find(([, format]) => formats === undefined || formats.length === 0 || formats.includes(format))
  return (taken ?? written[0] ?? ['video/webm'])[0]
}

/** How a photo is written: JPEG where it is taken, since a photo is what it is made for. */
export function photoType(formats: readonly string[] | undefined): 'image/jpeg' | 'image/png' {
  const takesJpeg = formats === undefined || formats.length === 0 || formats.some((format) => format === 'jpg' || format === 'jpeg')
  return takesJpeg ? 'image/jpeg' : 'image/png'
}

/** Opens camera or microphone; a clip goes on without sound where there is no microphone. Throws what the browser throws. */
export async function openDevices(take: Take): Promise<MediaStream> {
  const { mediaDevices } = navigator
  const video = take === 'sound' ? false : { width: { ideal: 1920 }, height: { ideal: 1080 } }
  if (take !== 'clip') return mediaDevices.getUserMedia({ video, audio: take === 'sound' && { channelCount: 1 } })
  try {
    return await mediaDevices.getUserMedia({ video, audio: true })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error
    return mediaDevices.getUserMedia({ video })
  }
}

/** What the camera shows now, in its own pixels. */
export function photoOf(video: HTMLVideoElement, type: 'image/jpeg' | 'image/png'): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The camera showed nothing.')) : resolve(blob)), type, 0.95)
  })
}

/** A recorded sound as a file that services take; the browser itself writes only what few of them know. */
export async function soundOf(recorded: Blob): Promise<Blob> {
  const context = new AudioContext()
  try {
    const sound = await context.decodeAudioData(await recorded.arrayBuffer())
    const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
    return new Blob([waveFile(channels, sound.sampleRate)], { type: 'audio/wav' })
  } finally {
    await context.close()
  }
}

/** Why there is no picture or no sound, and what to do. */
export function captureFault(error: unknown, take: Take): string {
  const name = error instanceof DOMException ? error.name : ''
  const isSound = take === 'sound'
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return isSound
      ? say('No microphone was found. Connect one, and open this again.')
      : say('No camera was found. Connect one, and open this again.')
  if (name === 'NotAllowedError')
    return isSound
      ? say('This system does not let Kiln use the microphone. Allow it in the system’s privacy settings.')
      : say('This system does not let Kiln use the camera. Allow it in the system’s privacy settings.')
  if (name === 'NotReadableError')
    return isSound
      ? say('The microphone is in use by another program. Close that one, and open this again.')
      : say('The camera is in use by another program. Close that one, and open this again.')
  return isSound ? say('The microphone could not be opened.') : say('The camera could not be opened.')
}
