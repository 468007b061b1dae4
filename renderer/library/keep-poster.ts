import { request } from '../bridge/kiln.ts'

/** In pixels; thumbnails are smaller. */
const longestEdge = 512
/** The very first frame is often empty. */
const posterAtInSeconds = 0.1
const asked = new Set<string>()

/** What a clip shows near its beginning becomes its small picture, so that the next time nothing has to be decoded. Once for each in a window. */
export function keepPoster(itemId: string, clip: HTMLVideoElement): void {
  if (asked.has(itemId) || clip.videoWidth === 0) return
  asked.add(itemId)
  // A clip that was only opened may not have drawn a frame; one that was sought has.
  clip.addEventListener('seeked', () => draw(itemId, clip), { once: true })
  clip.currentTime = Math.min(posterAtInSeconds, clip.duration / 2)
}

function draw(itemId: string, clip: HTMLVideoElement): void {
  const { videoWidth: width, videoHeight: height } = clip
  const scale = Math.min(1, longestEdge / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d')
  pen?.drawImage(clip, 0, 0, canvas.width, canvas.height)
  const [, , , opacity = 0] = pen?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data ?? []
  // Nothing was drawn: there is no poster to keep.
  if (opacity > 0) canvas.toBlob((blob) => void keep(itemId, blob), 'image/webp', 0.86)
}

/** What could not be kept is drawn from the clip again. */
async function keep(itemId: string, blob: Blob | null): Promise<void> {
  if (blob !== null) await request('library.keepPoster', { id: itemId, bytes: new Uint8Array(await blob.arrayBuffer()) })
}
