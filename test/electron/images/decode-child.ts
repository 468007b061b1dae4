import { join } from 'node:path'
import { imageThreadPool } from '../../../electron/images/image-thread-pool.ts'
import { createThumbnails } from '../../../electron/library/thumbnails.ts'
import { imageWorker } from '../../../electron/practice/image-worker.ts'
import { probeFile } from '../../../electron/uploads/probe-file.ts'

/** Child process. Runs Kiln's image operations (`ours`), or decodes the image with sharp's native build (`native`). Prints the results. */
const [way = '', picture = '', folder = ''] = process.argv.slice(2)
if (way === 'native') {
  const { default: sharp } = await import('sharp')
  console.log(await sharp(picture).raw().toBuffer())
} else {
  const thumbnails = createThumbnails({ folder })
  const probed = await probeFile(picture)
  const thumbnail = await thumbnails.thumbnailOf({ path: picture, sha256: 'a'.repeat(64), medium: 'image' })
  const png = await imageThreadPool.run('toPng', picture)
  const square = await imageThreadPool.run('drawSquare', picture, 64)
  const size = await imageWorker.run('sizeOf', png)
  console.log(
    JSON.stringify({
      isWhole: probed.ok && !probed.facts.isTorn,
      width: probed.ok && probed.facts.width,
      thumbnail: thumbnail === join(folder, `${'a'.repeat(64)}.webp`),
      png: png.length > 0,
      square: square.length > 0,
      size
    })
  )
}
