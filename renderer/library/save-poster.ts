import { request } from '../bridge/kiln.ts'

/** Longest edge of the poster in pixels. Thumbnails are smaller. */
const longestEdge = 512
/** Time of the saved frame. The very first frame is often empty. */
const posterAtInSeconds = 0.1
const asked = new Set<string>()

/** Saves a frame near a video's beginning as its thumbnail, so that the video isn't decoded next time. Runs once per video and window. */
export function savePoster(itemId: string, clip: HTMLVideoElement): void {
  if (asked.has(itemId) || clip.videoWidth === 0) return
  asked.add(itemId)
  // A video that was only loaded may not have drawn a frame yet. After a seek, a frame is always drawn.
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

/** If saving fails, the tile shows the video's first frame again next time. */
async function save(itemId: string, blob: Blob | null): Promise<void> {
  if (blob !== null) await request('library.keepPoster', { id: itemId, bytes: new Uint8Array(await blob.arrayBuffer()) })
}
