import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { atOnce } from '../../electron/library/at-once.ts'
import { createThumbnails } from '../../electron/library/thumbnails.ts'
import { answerLines } from './answer-lines.ts'

/** Makes small pictures of all in the folder that each line names, two at a time: as Kiln does, or as sharp does by itself. */
const [way = ''] = process.argv.slice(2)

await answerLines(async (line) => {
  const { from, to } = JSON.parse(line) as { readonly from: string; readonly to: string }
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
  const startedAt = performance.now()
  if (way === 'kiln') await Promise.all(pictures.map((one) => thumbnails.thumbnailOf({ ...one, medium: 'image' })))
  else
    await atOnce(2, pictures, ({ path, sha256 }) =>
      sharp(path)
        .autoOrient()
        .resize(256, 256, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toFile(join(to, `${sha256}.webp`))
    )
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, made: (await readdir(to)).length }
})
