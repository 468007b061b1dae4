import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { mapConcurrent } from '../../electron/library/map-concurrent.ts'
import { createThumbnails } from '../../electron/library/thumbnails.ts'
import { serveStdin } from './serve-stdin.ts'

/**
 * Makes thumbnails of all images in a folder, two at a time. Uses Kiln, or sharp's native build alone. Each input line is JSON with the
 * folders `from` and `to`. `times` is the number of thumbnails made of each image. The response's `memory` is the peak during the first and
 * last fifth, in bytes.
 */
const [way = ''] = process.argv.slice(2)

await serveStdin(async (line) => {
  const { from, to, times } = JSON.parse(line) as { readonly from: string; readonly to: string; readonly times: number }
  await mkdir(to, { recursive: true })
  const thumbnails = createThumbnails({ folder: to })
  const pictures: { readonly path: string; readonly sha256: string }[] = []
  for (const name of await readdir(from)) {
    const path = join(from, name)
    pictures.push({
      path,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    })
  }
  const wanted = Array.from({ length: times }, () => pictures).flat()
  const memory = { first: 0, last: 0 }
  const sample = (place: number): void => {
    const part = place / wanted.length
    if (part < 0.2) memory.first = Math.max(memory.first, process.memoryUsage.rss())
    else if (part >= 0.8) memory.last = Math.max(memory.last, process.memoryUsage.rss())
  }
  const startedAt = performance.now()
  await mapConcurrent(2, [...wanted.entries()], async ([place, { path, sha256 }]) => {
    sample(place)
    const target = createHash('sha256').update(`${sha256} ${place}`).digest('hex')
    if (way === 'kiln') await thumbnails.thumbnailOf({ path, sha256: target, medium: 'image' })
    else
      await sharp(path)
        .autoOrient()
        .resize(256, 256, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toFile(join(to, `${target}.webp`))
  })
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, made: (await readdir(to)).length, memory }
})
