import { sharp, type CreateRaw, type OverlayOptions, type Sharp } from '../../images/sharp.ts'
import type { SubmitBody, MediaGenerator } from '../capabilities/definition.ts'
import type { GenerationRequest } from '../generate-media.ts'
import { chooseBackground, readGroupPortrait } from './backgrounds.ts'
import { captionMargin, practiceWatermark } from './watermark.ts'
import { withPngText } from './png-text.ts'
import { randomStream } from './random.ts'

type PictureRecipe = Extract<MediaGenerator, { kind: 'picture' }>
type Size = { readonly width: number; readonly height: number }
/** Position of a selected face, as fractions of the image, and the face that replaces it. */
export type FaceReplacement = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly picture: Uint8Array
}
/** Input images from the service's own storage. Null if the input is missing or at an external URL. */
export type ImageInputs = {
  readonly ground: Uint8Array | null
  readonly face: Uint8Array | null
  readonly faces: readonly FaceReplacement[]
}

const longestEdge = 2048

/**
 * Generates a PNG that shows its prompt and the word PRACTICE. It shows a scene, or the input image if there is one. An input that can't be
 * decoded is ignored.
 */
export async function makeImage(request: GenerationRequest, recipe: PictureRecipe, inputs: ImageInputs): Promise<Buffer> {
  const ground = await readable(inputs.ground ?? (recipe.look === 'faces' ? await readGroupPortrait() : null))
  const size = chooseSize(request, recipe, ground)
  const base =
    ground === null
      ? await chooseBackground(request.words, size.width, size.height, request.seed)
      : await look(recipe, request, ground.picture, size)
  const face = recipe.look === 'faces' && inputs.face !== null ? await medallion(inputs.face, size) : null
  const newFaces = (await Promise.all(inputs.faces.map((one) => faceLayer(one, size)))).filter((layer) => layer !== null)
  const layers = [...newFaces, ...(face === null ? [] : [face]), ...(await captions(recipe.words.length > 0 ? request.words : '', size))]
  const flat = recipe.look === 'cut-out' ? base : base.removeAlpha()
  const png = await flat.composite(layers).png({ compressionLevel: 5 }).toBuffer()
  return withPngText(png, {
    Comment: 'PRACTICE',
    Description: request.words,
    Title: request.taskId,
    ...(request.choice === '' ? {} : { Source: request.choice }),
    Software: 'Kiln practice service'
  })
}

async function readable(content: Uint8Array | null): Promise<{ picture: Buffer; size: Size } | null> {
  if (content === null) return null
  try {
    const { data, info } = await sharp(content)
      .autoOrient()
      .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true })
    return { picture: data, size: { width: info.width, height: info.height } }
  } catch {
    return null
  }
}

/**
 * Returns the requested size, otherwise an automatic size. The automatic size is the nearest to the input's shape, or chosen by the seed.
 * Without automatic sizes, returns the input's own size.
 */
function chooseSize(request: GenerationRequest, recipe: PictureRecipe, ground: { size: Size } | null): Size {
  const asked = request.body['size']
  if (typeof asked === 'string' && /^\d+\*\d+$/.test(asked)) return parseSize(asked)
  const choices = recipe.autoSizes.map(parseSize)
  const first = choices[0]
  if (first === undefined) return ground?.size ?? { width: 1024, height: 1024 }
  if (ground === null) return choices[Math.floor(randomStream(request.seed ^ 0x5eed)() * choices.length)] ?? first
  const shape = Math.log(ground.size.width / ground.size.height)
  return (
    choices.toSorted(
      (one, other) => Math.abs(Math.log(one.width / one.height) - shape) - Math.abs(Math.log(other.width / other.height) - shape)
    )[0] ?? first
  )
}

function parseSize(size: string): Size {
  const [width = 1024, height = 1024] = size.split('*').map(Number)
  return { width, height }
}

/** Returns the input image with the capability's effect applied. */
async function look(recipe: PictureRecipe, request: GenerationRequest, picture: Buffer, size: Size): Promise<Sharp> {
  switch (recipe.look) {
    case 'faces':
      return sharp(picture).resize(size.width, size.height, { fit: 'cover' })
    case 'cut-out':
      return cutOut(picture, size)
    case 'style':
      return fired(await whole(picture, size), glazeOf(request.body), strengthOf(request.body))
    case 'scene':
      return fired(await whole(picture, size), editGlazes[request.seed % editGlazes.length] ?? neutral, 0.42)
  }
}

/** Returns the pixels after all pending operations, as input for another image. */
async function pixelsOf(picture: Sharp): Promise<{ readonly input: Buffer; readonly raw: CreateRaw }> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

/** Applies all pending operations, so that later ones run after them. sharp would otherwise run all of them in its own fixed order. */
async function settled(picture: Sharp): Promise<Sharp> {
  const { input, raw } = await pixelsOf(picture)
  return sharp(input, { raw })
}

/** Places one image in the centre of another. */
async function laidOn(ground: Sharp, picture: Sharp): Promise<Sharp> {
  return settled(ground.composite([{ ...(await pixelsOf(picture)), gravity: 'centre' }]))
}

/**
 * Crops the image to fill the frame if their shapes are similar. Otherwise fits the whole image into the frame and fills the rest with a
 * blurred copy.
 */
async function whole(picture: Buffer, size: Size): Promise<Sharp> {
  const frame = { width: size.width, height: size.height }
  const { width, height } = await sharp(picture).metadata()
  const ratio = width / height / (size.width / size.height)
  if (ratio > 0.78 && ratio < 1.28)
    return settled(
      sharp(picture)
        .removeAlpha()
        .resize({ ...frame, fit: 'cover' })
    )
  const small = { width: Math.ceil(size.width / 8), height: Math.ceil(size.height / 8) }
  const blurred = await settled(
    sharp(picture)
      .removeAlpha()
      .resize({ ...small, fit: 'cover' })
      .blur(6)
      .modulate({ brightness: 0.72 })
  )
  return laidOn(
    await settled(blurred.resize({ ...frame, kernel: 'cubic' })),
    sharp(picture)
      .removeAlpha()
      .resize({ ...frame, fit: 'inside' })
  )
}

type Glaze = { readonly dark: readonly [number, number, number]; readonly bright: readonly [number, number, number] }
const neutral: Glaze = { dark: [30, 26, 24], bright: [250, 244, 234] }
const namedGlazes: { readonly [name: string]: Glaze } = {
  celadon: { dark: [22, 46, 44], bright: [226, 240, 226] },
  cobalt: { dark: [16, 26, 62], bright: [226, 234, 248] },
  ember: { dark: [58, 18, 14], bright: [255, 226, 176] },
  ash: { dark: [32, 30, 30], bright: [240, 235, 226] }
}
const editGlazes: readonly Glaze[] = Object.values(namedGlazes)

function glazeOf(body: SubmitBody): Glaze {
  return namedGlazes[String(body['glaze'])] ?? neutral
}
function strengthOf(body: SubmitBody): number {
  return typeof body['strength'] === 'number' ? body['strength'] : 0.7
}

/** Tints the image's dark and light areas with the two colours of a glaze. */
async function fired(picture: Sharp, glaze: Glaze, strength: number): Promise<Sharp> {
  const gain = [0, 1, 2].map((channel) => ((glaze.bright[channel] ?? 255) - (glaze.dark[channel] ?? 0)) / 255)
  const { input, raw } = await pixelsOf(picture)
  // `clone` isn't used, because it copies the complete memory of sharp's WebAssembly build.
  const grey = await settled(sharp(input, { raw }).modulate({ saturation: 0 }))
  return laidOn(sharp(input, { raw }), grey.linear(gain, [...glaze.dark]).ensureAlpha(strength))
}

/** Returns the centre of the image with a soft edge, on a transparent background. */
async function cutOut(picture: Buffer, size: Size): Promise<Sharp> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><radialGradient id="m" cx=".5" cy=".52" r=".5"><stop offset=".82" stop-color="#fff"/><stop offset=".9" stop-color="#fff" stop-opacity="0"/></radialGradient><rect width="100%" height="100%" fill="url(#m)"/></svg>`
  return settled(
    sharp(picture)
      .resize(size.width, size.height, { fit: 'cover' })
      .ensureAlpha()
      .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
  )
}

/** Returns the reference face in a circle at the bottom right, where there are no captions. Null if it can't be decoded. */
async function medallion(face: Uint8Array, size: Size): Promise<OverlayOptions | null> {
  const edge = Math.round(Math.min(size.width, size.height) * 0.2)
  const ring = Math.max(2, Math.round(edge * 0.025))
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}"><circle cx="${edge / 2}" cy="${edge / 2}" r="${edge / 2}"/></svg>`
  const rim = `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}"><circle cx="${edge / 2}" cy="${edge / 2}" r="${edge / 2 - ring / 2}" fill="none" stroke="#fff" stroke-width="${ring}"/></svg>`
  const margin = captionMargin(size.width, size.height)
  try {
    const input = await sharp(face)
      .autoOrient()
      .resize(edge, edge, { fit: 'cover', position: 'attention' })
      .ensureAlpha()
      .composite([{ input: Buffer.from(mask), blend: 'dest-in' }, { input: Buffer.from(rim) }])
      .png()
      .toBuffer()
    return { input, left: size.width - edge - margin, top: size.height - edge - margin }
  } catch {
    return null
  }
}

/** Returns the new face in a soft-edged ellipse, at the position of the old face. Null if it can't be decoded. */
async function faceLayer({ x, y, width, height, picture }: FaceReplacement, size: Size): Promise<OverlayOptions | null> {
  const wide = Math.max(8, Math.round(width * size.width))
  const high = Math.max(8, Math.round(height * size.height))
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><radialGradient id="m"><stop offset=".8" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><ellipse cx="${wide / 2}" cy="${high / 2}" rx="${wide / 2}" ry="${high / 2}" fill="url(#m)"/></svg>`
  try {
    const input = await sharp(picture)
      .autoOrient()
      .resize(wide, high, { fit: 'cover', position: 'attention' })
      .ensureAlpha()
      .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
      .png()
      .toBuffer()
    const left = Math.min(Math.max(0, Math.round(x * size.width)), size.width - wide)
    const top = Math.min(Math.max(0, Math.round(y * size.height)), size.height - high)
    return { input, left, top }
  } catch {
    return null
  }
}

/** Returns the layers with text. PRACTICE is on a plate at the top left. The words are at the bottom left on a dark gradient. */
async function captions(words: string, size: Size): Promise<OverlayOptions[]> {
  const margin = captionMargin(size.width, size.height)
  const text = words === '' ? null : await setText(words, size.width - margin * 2, Math.sqrt(size.width * size.height))
  const shade = text === null ? '' : shadeUnder(size, text.height + margin * 2.6)
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shade}${practiceWatermark(size.width, size.height)}</svg>`
  return [
    { input: Buffer.from(overlay), left: 0, top: 0 },
    ...(text === null ? [] : [{ input: text.image, left: margin, top: size.height - margin - text.height }])
  ]
}

function shadeUnder(size: Size, height: number): string {
  const top = size.height - Math.min(size.height, height * 1.5)
  const stops = [0, 0.05, 0.16, 0.34, 0.52, 0.64, 0.7].map(
    (opacity, place, all) => `<stop offset="${place / (all.length - 1)}" stop-color="#120e0b" stop-opacity="${opacity}"/>`
  )
  return `<linearGradient id="shade" x1="0" y1="${top}" x2="0" y2="${size.height}" gradientUnits="userSpaceOnUse">${stops.join('')}</linearGradient><rect y="${top}" width="${size.width}" height="${size.height - top}" fill="url(#shade)"/>`
}

/**
 * Returns the words as an image of at most four lines, truncated with an ellipsis. Null if this build of sharp doesn't support text, as on
 * Linux.
 */
async function setText(words: string, width: number, measure: number): Promise<{ image: Buffer; height: number } | null> {
  const fontSize = Math.max(12, Math.round(measure * 0.03))
  const lineHeight = fontSize * 1.36
  const clean = words.replace(/\s+/g, ' ').trim()
  let characters = [...clean]
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const isWhole = characters.length === [...clean].length
    const shown = escapeMarkup(isWhole ? clean : `${wholeWords(characters)}…`)
    try {
      const { data, info } = await sharp({
        text: {
          text: `<span foreground="#fbf8f2" font_weight="500">${shown}</span>`,
          font: `Inter, sans-serif ${fontSize}px`,
          width,
          rgba: true,
          wrap: 'word-char',
          spacing: Math.round(fontSize * 0.14)
        }
      })
        .png()
        .toBuffer({ resolveWithObject: true })
      if (info.height <= lineHeight * 4.3) return { image: data, height: info.height }
      characters = characters.slice(0, Math.floor((characters.length * lineHeight * 4) / info.height))
    } catch {
      return null
    }
  }
  return null
}

/** Removes the truncated last word, unless it is long. */
function wholeWords(characters: readonly string[]): string {
  const lastSpace = characters.lastIndexOf(' ')
  const kept = lastSpace > characters.length - 24 ? characters.slice(0, lastSpace) : characters
  return kept.join('').replace(/[\s.,;:!?]+$/u, '')
}

function escapeMarkup(text: string): string {
  // Control characters are invalid in markup, and lone surrogates are invalid everywhere.
  const printable = text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, '')
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
