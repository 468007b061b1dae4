import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clipDemonstrations } from './clip-demonstrations.ts'
import { imageDemonstrations } from './image-demonstrations.ts'
import type { Picture } from './picture.ts'
import { imageOf, pictureOf } from './picture.ts'

/**
 * `npm run demonstrations`: draws the gallery's covers. Each file stacks a demonstration's frames vertically. The files are committed, so
 * the script is needed only to change them. Arguments are names of demonstrations. With arguments, only these are drawn.
 */
const target = fileURLToPath(new URL('../../../renderer/gallery/demonstrations/', import.meta.url))
const wanted = process.argv.slice(2)
const all = { ...imageDemonstrations, ...clipDemonstrations }

if (wanted.length === 0) await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })
for (const [name, draw] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const frames = await draw()
  const sheet = await pictureOf(imageOf(below(frames)))
  const { size } = await imageOf(sheet).webp({ quality: 72, effort: 6 }).toFile(`${target}${name}.webp`)
  console.log(`${name}: ${frames.length} frames, ${Math.round(size / 1024)} KB`)
}

function below(frames: readonly Picture[]): Picture {
  const [first] = frames
  if (first === undefined) throw new Error('A demonstration needs a frame.')
  const data = new Uint8ClampedArray(first.data.length * frames.length)
  frames.forEach((frame, place) => data.set(frame.data, place * first.data.length))
  return { width: first.width, height: first.height * frames.length, data }
}
