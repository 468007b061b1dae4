import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { mapConcurrent } from '../../electron/library/map-concurrent.ts'
import { pathExists } from '../../electron/library/unique-path.ts'
import type { IndexedItem } from '../../electron/library/index/indexed-item.ts'
import { sidecarFromItem, sidecarPath } from '../../electron/library/recipes/sidecar.ts'
import { createThumbnails } from '../../electron/library/thumbnails.ts'
import { randomChoice, randomStream } from '../../electron/practice/generators/random.ts'
import { openStudio } from '../../electron/studio.ts'
import { resultName } from '../../shared/library/result-name.ts'
import { unfilteredQuery } from '../../shared/library/library.ts'
import type { Stars } from '../../shared/library/library.ts'
import type { Recipe } from '../../shared/library/recipe.ts'

/** Increment to discard the existing library and rebuild it. */
const version = 1
const root = join(tmpdir(), 'kiln-bench-library')
const filesAtOnce = 64
/** Number of 4 MP images, for the viewer. These are the newest images. The others are only large enough for a thumbnail. */
export const largeImageCount = 24
const shapes = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [3, 4],
  [9, 16]
] as const
/** Common words, most frequent first. */
const commonText = ['light', 'a', 'of', 'in', 'the', 'sea', 'vase', 'portrait', 'dune', 'glass', 'morning', 'cobalt'] as const
const capabilities = [
  ['imgmodel-3-0-image-generator', 'Image generator'],
  ['image-upscaler', 'Image upscaler'],
  ['face-swap', 'Face swap'],
  ['background-remover', 'Background remover'],
  ['product-photo', 'Product photo']
] as const

export type BenchImage = { readonly bytes: Buffer; readonly width: number; readonly height: number; readonly thumbnail: Buffer }
type Pictures = { readonly small: readonly BenchImage[]; readonly large: readonly BenchImage[] }

/**
 * Creates data folders whose libraries have the given numbers of results. A library has files, sidecar recipes and thumbnails. Kiln builds
 * the library index from the files. Each file is unique and has its own thumbnail. Later runs reuse the folders.
 */
export async function createLibraryFixtures(counts: readonly number[]): Promise<readonly string[]> {
  const missing: number[] = []
  for (const count of counts) if (!(await pathExists(markOf(count)))) missing.push(count)
  if (missing.length > 0) {
    const pictures = await drawLibraryPictures()
    for (const count of missing) await makeLibrary(count, pictures)
  }
  return counts.map(folderOf)
}

function folderOf(count: number): string {
  return join(root, `${version}-${count}`)
}

function markOf(count: number): string {
  return join(folderOf(count), 'made')
}

async function makeLibrary(count: number, pictures: Pictures): Promise<void> {
  const dataDir = folderOf(count)
  await rm(dataDir, { recursive: true, force: true })
  const startedAt = performance.now()
  await makeFiles(dataDir, count, pictures)
  const filesAt = performance.now()
  const studio = await openStudio({ dataDir, connection: null })
  try {
    const { total } = await studio.library.query(unfilteredQuery)
    if (total !== count) throw new Error(`The index has ${total} of ${count} items.`)
  } finally {
    await studio.close()
  }
  await writeFile(markOf(count), '')
  const seconds = [filesAt - startedAt, performance.now() - filesAt].map((elapsed) => Math.round(elapsed / 1000))
  process.stderr.write(`Created a library of ${count} items: files in ${seconds[0]} s, index in ${seconds[1]} s.\n`)
}

async function drawLibraryPictures(): Promise<Pictures> {
  const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, seed) => seed)
  return { small: await drawPictures(seeds(48), 80_000), large: await drawPictures(seeds(largeImageCount), 4_000_000) }
}

/**
 * Draws an image of about `pixels` pixels for each seed, and its thumbnail. The seed determines the aspect ratio. For example, a seed with
 * a remainder of 3 modulo 6 gives 16:9.
 */
export async function drawPictures(seeds: readonly number[], pixels: number): Promise<readonly BenchImage[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'kiln-bench-pictures-'))
  const thumbnails = createThumbnails({ folder: scratch })
  try {
    return await mapConcurrent(2, seeds, async (seed) => {
      const drawn = await drawnPicture(seed, pixels)
      const sha256 = digestOf(drawn.bytes)
      const path = join(scratch, `${sha256}.jpg`)
      await writeFile(path, drawn.bytes)
      const made = await thumbnails.thumbnailOf({ path, sha256, medium: 'image' })
      if (made === null) throw new Error('A thumbnail couldn’t be created.')
      return { ...drawn, thumbnail: await readFile(made) }
    })
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function makeFiles(dataDir: string, count: number, { small, large }: Pictures): Promise<void> {
  const library = join(dataDir, 'library')
  const cache = join(dataDir, 'thumbnails')
  await mkdir(library, { recursive: true })
  await mkdir(cache, { recursive: true })
  const random = randomStream(7)
  const vocabulary = Array.from({ length: 4_000 }, () => invented(random))
  const plans = Array.from({ length: count }, (_, place) => ({ place, prompt: promptOf(random, vocabulary), stars: starsOf(random) }))
  await mapConcurrent(filesAtOnce, plans, async ({ place, prompt, stars }) => {
    const picture = place < large.length ? large[place] : small[place % small.length]
    if (picture === undefined) throw new Error('The image doesn’t exist.')
    // Decoders ignore the bytes after the end of a JPEG. These bytes make each file unique.
    const bytes = Buffer.concat([picture.bytes, Buffer.from(` result ${place}`)])
    const item = itemOf({ library, place, prompt, stars, bytes, width: picture.width, height: picture.height })
    await Promise.all([
      writeFile(item.path, bytes),
      writeFile(
        sidecarPath(item.path),
        `${JSON.stringify(
          sidecarFromItem(item, () => null),
          null,
          2
        )}\n`
      ),
      writeFile(join(cache, `${item.sha256}.webp`), picture.thumbnail)
    ])
  })
}

/** Creates an image with edges and grain. Its decoding time and size are like those of a generated image. */
async function drawnPicture(seed: number, pixels: number): Promise<Omit<BenchImage, 'thumbnail'>> {
  const random = randomStream(seed + 1)
  const [across, down] = shapes[seed % shapes.length] ?? [1, 1]
  const unit = Math.sqrt(pixels / (across * down))
  const [width, height] = [Math.round(across * unit), Math.round(down * unit)]
  const marks = Array.from({ length: 40 }, () => {
    const [x, y, radius] = [random() * width, random() * height, (random() * width) / 4]
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="hsl(${Math.round(random() * 360)} 60% 50%)" fill-opacity="0.5"/>`
  })
  const grain = { create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 18 } } } as const
  const bytes = await sharp(grain)
    .composite([
      { input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${marks.join('')}</svg>`) }
    ])
    .jpeg({ quality: 85 })
    .toBuffer()
  return { bytes, width, height }
}

function itemOf(parts: {
  readonly library: string
  readonly place: number
  readonly prompt: string
  readonly stars: Stars
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}): IndexedItem {
  const { library, place, prompt, bytes, width, height } = parts
  const [capability, capabilityTitle] = capabilities[place % capabilities.length] ?? capabilities[0]
  // The first result is the newest. Results are 11 minutes apart.
  const madeAt = new Date(2026, 10, 20, 12).getTime() - place * 11 * 60_000
  const id = `made-${place}.1`
  const recipe: Recipe = {
    format: 'kiln-recipe',
    version: 1,
    id,
    task: `made-${place}`,
    index: 0,
    connectionId: 'bench',
    capability,
    capabilityTitle,
    medium: 'image',
    contentType: 'image/jpeg',
    title: prompt,
    prompt,
    values: { prompt, size: `${width}*${height}`, seed: place, imageNum: '1' },
    seed: place,
    credits: { estimated: 5, consumed: 5, state: 'charged' },
    ids: { taskId: `service-${place}`, businessId: null, requestIds: [`request-${place}`] },
    inputs: [],
    parents: place > 0 && place % 9 === 0 ? [{ id: `made-${place - 1}.1`, sha256: null }] : [],
    times: { askedAt: madeAt - 20_000, sentAt: madeAt - 19_000, acceptedAt: madeAt - 18_000 },
    app: { version: '0.1.0' },
    contract: null
  }
  return {
    id,
    task: recipe.task,
    capability,
    capabilityTitle,
    medium: 'image',
    contentType: 'image/jpeg',
    path: join(library, `${resultName({ capability, title: prompt, index: 0, count: 1, at: madeAt })}_${place}.jpg`),
    bytes: bytes.length,
    modifiedAt: null,
    sha256: digestOf(bytes),
    width,
    height,
    durationInSeconds: null,
    madeAt,
    title: prompt,
    prompt,
    connectionId: 'bench',
    state: 'here',
    stars: parts.stars,
    tags: place % 50 === 0 ? ['kept'] : [],
    collections: [],
    recipe
  }
}

/** Builds a prompt with word frequencies like those of a natural language. Few words occur in most prompts, and most words in few. */
function promptOf(random: () => number, vocabulary: readonly string[]): string {
  return Array.from({ length: 14 }, () => {
    if (random() < 0.4) return commonText[Math.floor(commonText.length * random() ** 2)] ?? commonText[0]
    return vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? ''
  }).join(' ')
}

function invented(random: () => number): string {
  return Array.from({ length: 2 + Math.floor(random() * 3) }, () =>
    randomChoice(random, ['ka', 'lo', 'mi', 'ren', 'sta', 'vu', 'tor', 'be', 'shi', 'an'])
  ).join('')
}

function starsOf(random: () => number): Stars {
  return random() < 0.8 ? 0 : randomChoice(random, [1, 2, 3, 4, 5])
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
