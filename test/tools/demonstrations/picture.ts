import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

export type Size = { readonly width: number; readonly height: number }
/** An RGB image. `data` has three bytes for each pixel. */
export type Picture = Size & { readonly data: Uint8ClampedArray }
export type Color = readonly [red: number, green: number, blue: number]
/** A part of an image, as fractions of its size. */
export type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const folders = ['./media/', '../../../electron/practice/media/']

/** Returns a source image, or a part of it, cropped to the size. */
export async function readPicture(name: string, size: Size, part: Part = { x: 0, y: 0, width: 1, height: 1 }): Promise<Picture> {
  const paths = folders.map((folder) => fileURLToPath(new URL(`${folder}${name}.webp`, import.meta.url)))
  const source = sharp(paths.find((path) => existsSync(path)) ?? paths[0])
  const { width, height } = await source.metadata()
  const region = {
    left: Math.round(part.x * width),
    top: Math.round(part.y * height),
    width: Math.round(part.width * width),
    height: Math.round(part.height * height)
  }
  return pictureOf(source.extract(region).resize(size.width, size.height, { fit: 'cover' }))
}

export async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

export function imageOf({ width, height, data }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Returns a new image. `color` gets each pixel's colour and position. */
export function eachPixel(picture: Picture, color: (pixel: Color, x: number, y: number) => Color): Picture {
  const data = new Uint8ClampedArray(picture.data.length)
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) data.set(color(nearestPixelColor(picture, x, y), x, y), (y * picture.width + x) * 3)
  return { ...picture, data }
}

/** Returns a pixel's colour. Outside the image, returns the colour of the nearest pixel. */
export function nearestPixelColor({ width, height, data }: Picture, x: number, y: number): Color {
  const place = (clamp(Math.round(y), 0, height - 1) * width + clamp(Math.round(x), 0, width - 1)) * 3
  return [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]
}

export function mixColors(first: Color, second: Color, share: number): Color {
  return [mix(first[0], second[0], share), mix(first[1], second[1], share), mix(first[2], second[2], share)]
}

export function luminance([red, green, blue]: Color): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/** Returns a function that returns a pixel's coverage, from 0 to 1. The mask's edges are softened. */
export async function softMask(
  picture: Picture,
  cover: (pixel: Color, x: number, y: number) => number
): Promise<(x: number, y: number) => number> {
  const grey = eachPixel(picture, (pixel, x, y) => {
    const value = clamp(cover(pixel, x, y), 0, 1) * 255
    return [value, value, value]
  })
  const soft = await pictureOf(imageOf(grey).median(3).blur(0.8))
  return (x, y) => nearestPixelColor(soft, x, y)[0] / 255
}

/** Returns the image with an SVG of the same size drawn over it. */
export async function drawOver(picture: Picture, content: string): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}">${content}</svg>`
  return pictureOf(imageOf(picture).composite([{ input: Buffer.from(svg) }]))
}

/** Returns a part of the image at another size. `x` and `y` are the part's centre, as fractions. */
export async function zoomed(picture: Picture, zoom: number, x: number, y: number, size: Size = picture): Promise<Picture> {
  const width = Math.round(picture.width / zoom)
  const height = Math.round(picture.height / zoom)
  const left = clamp(Math.round(x * picture.width - width / 2), 0, picture.width - width)
  const top = clamp(Math.round(y * picture.height - height / 2), 0, picture.height - height)
  return pictureOf(imageOf(picture).extract({ left, top, width, height }).resize(size.width, size.height, { fit: 'fill' }))
}

/** Returns the colour of a pixel in the checkerboard pattern that represents transparency. */
export function checkerAt(x: number, y: number, square: number): Color {
  const shade = (Math.floor(x / square) + Math.floor(y / square)) % 2 === 0 ? 226 : 200
  return [shade, shade, shade]
}

/** Returns the left half of `before` beside the right half of `after`, with a line between them. */
export function besideEachOther(before: Picture, after: Picture): Picture {
  const middle = before.width / 2
  return eachPixel(before, (pixel, x, y) =>
    Math.abs(x - middle) < 1.5 ? [255, 255, 255] : x < middle ? pixel : nearestPixelColor(after, x, y)
  )
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

function mix(first: number, second: number, share: number): number {
  return first + (second - first) * share
}
