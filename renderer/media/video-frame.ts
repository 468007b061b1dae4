import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { FileTokenReference, ItemReference } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { saveCreatedFile } from './inspect-or-save-file.ts'

export type FrameType = 'image/jpeg' | 'image/png'

/**
 * Returns the MIME type for a photo or a frame. This is JPEG if the field accepts it, because JPEG is designed for photos. Otherwise PNG.
 */
export function frameTypeFor(formats: readonly string[] | undefined): FrameType {
  const takesJpeg = formats === undefined || formats.length === 0 || formats.some((format) => format === 'jpg' || format === 'jpeg')
  return takesJpeg ? 'image/jpeg' : 'image/png'
}

/** Captures the frame that `video` shows, at the video’s own resolution. Rejects if no frame is shown, or if the frame can’t be encoded. */
export async function captureFrame(video: HTMLVideoElement, type: FrameType): Promise<Blob> {
  // A canvas would stay transparent, without an error.
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) throw new Error('The video doesn’t show a frame yet.')
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The frame couldn’t be encoded.')) : resolve(blob)), type, 0.95)
  })
}

/**
 * Saves the current frame of `video` to a file. Tasks that use the file record `frameOf` as its source. `name` is the video’s name without
 * its extension. `video` is null if no video is shown, and the outcome is then a failure.
 */
export async function saveFrame(
  video: HTMLVideoElement | null,
  type: FrameType,
  name: string,
  frameOf: FileTokenReference | ItemReference | undefined
): Promise<Outcome<LocalMedia>> {
  const image = video === null ? null : await captureFrame(video, type).catch(() => null)
  if (image !== null) return saveCreatedFile(image, say('{name} frame', { name }), frameOf)
  const advice = say('Wait until the video shows an image, and try again.')
  return { ok: false, message: say('The frame couldn’t be read.'), advice, requestId: null, problems: [] }
}
