import { request } from '../bridge/kiln.ts'

/** Longest edge of the poster in pixels. The main process saves it as a smaller thumbnail. */
const longestEdge = 512
/** Time of the saved frame. It isn't 0, because the first frame of a video is often empty. */
const posterAtInSeconds = 0.1
const asked = new Set<string>()

/**
 * Saves a frame near the start of a video as its thumbnail. The video then doesn't have to be decoded again. Runs at most once per video
 * and window.
 */
export function saveVideoPoster(itemId: string, clip: HTMLVideoElement): void {
  if (asked.has(itemId) || clip.videoWidth === 0) return
  asked.add(itemId)
  // A video may be loaded before it can draw a frame. After a seek, it can always draw one.
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
  // A transparent pixel means that nothing was drawn, so there is no poster to save.
  if (opacity > 0) canvas.toBlob((blob) => void save(itemId, blob), 'image/webp', 0.86)
}

/** Saves the poster. Ignores a failure, because the tile then shows the video's first frame again. Does nothing if `blob` is null. */
async function save(itemId: string, blob: Blob | null): Promise<void> {
  if (blob !== null) await request('library.keepPoster', { id: itemId, bytes: new Uint8Array(await blob.arrayBuffer()) })
}
