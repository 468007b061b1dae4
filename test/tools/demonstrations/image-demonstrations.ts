import sharp from 'sharp'
import { randomStream } from '../../../electron/practice/generators/random.ts'
import type { Color, Part, Picture } from './picture.ts'
import {
  checkerAt,
  clamp,
  drawOver,
  eachPixel,
  imageOf,
  luminance,
  mixColors,
  pictureOf,
  nearestPixelColor,
  readPicture,
  softMask,
  zoomed
} from './picture.ts'

const imageSize = { width: 480, height: 360 }
const { width, height } = imageSize

/** The part of each portrait that is used, with the aspect ratio of a cover. */
export const headAndShoulders: Part = { x: 0, y: 0.08, width: 1, height: 0.75 }

/** Frames by demonstration: before and after, or several results. */
export const imageDemonstrations: { readonly [name: string]: () => Promise<readonly Picture[]> } = {
  upscale: async () => {
    const after = await readPicture('bloom', imageSize, { x: 0.3, y: 0.3, width: 0.5, height: 0.375 })
    return [await pictureOf(imageOf(await pictureOf(imageOf(after).resize(60, 45))).resize(width, height, { kernel: 'nearest' })), after]
  },
  'remove-background': async () => {
    const before = await readPicture('fruit', imageSize)
    const cover = await softMask(before, ([red, , blue]) => 1 - (blue - red - 4) / 22)
    return [before, eachPixel(before, (pixel, x, y) => mixColors(checkerAt(x, y, 15), pixel, cover(x, y)))]
  },
  outpaint: async () => {
    const after = await readPicture('sea', imageSize)
    const before = eachPixel(after, (pixel, x, y) =>
      Math.abs(x - width / 2) < 116 && Math.abs(y - height / 2) < 87 ? pixel : checkerAt(x, y, 15)
    )
    return [before, after]
  },
  inpaint: async () => {
    const before = await readPicture('vase-1', imageSize)
    const cover = await vaseMask(before)
    const texture = await readPicture('glaze-fire', imageSize)
    return [
      before,
      eachPixel(before, (pixel, x, y) => mixColors(pixel, shaded(nearestPixelColor(texture, x, y), luminance(pixel) / 175), cover(x, y)))
    ]
  },
  'remove-object': async () => [await readPicture('vase-1', imageSize), await readPicture('stairs', imageSize)],
  relight: async () => [await readPicture('vase-3', imageSize), await readPicture('vase-2', imageSize)],
  'product-photo': async () => {
    const before = await readPicture('vase-raw', imageSize)
    const cover = await clayMask(before)
    const ground = await pictureOf(imageOf(await readPicture('stairs', imageSize, { x: 0.1, y: 0.1, width: 0.8, height: 0.8 })).blur(2))
    const shade = (x: number, y: number) => Math.exp(-(((x - 275) / 105) ** 2) - ((y - 291) / 15) ** 2)
    return [
      before,
      eachPixel(before, (pixel, x, y) => mixColors(shaded(nearestPixelColor(ground, x, y), 1 - 0.5 * shade(x, y)), pixel, cover(x, y)))
    ]
  },
  'try-on': async () => {
    const before = await readPicture('ref-c', imageSize, { x: 0, y: 0.25, width: 1, height: 0.75 })
    const cover = await softMask(before, (pixel, x, y) => (isShirt(pixel, x, y) ? 1 : 0))
    const texture = await readPicture('glaze-sea', imageSize)
    return [
      before,
      eachPixel(before, (pixel, x, y) => mixColors(pixel, shaded(nearestPixelColor(texture, x, y), luminance(pixel) / 165), cover(x, y)))
    ]
  },
  sketch: async () => {
    const after = await readPicture('bottle-coral', imageSize, { x: 0, y: 0.08, width: 1, height: 0.75 })
    return [await sketched(after), after]
  },
  pose: async () => {
    const after = await portrait('ref-b')
    const black = eachPixel(after, () => [18, 18, 20])
    return [await drawOver(black, skeleton(0)), after]
  },
  retouch: async () => {
    const after = await zoomed(await portrait('ref-b'), 1.45, 0.46, 0.52)
    return [await blemished(after), after]
  },
  restore: async () => {
    const after = await portrait('ref-a')
    return [await aged(after), after]
  },
  restyle: async () => {
    const before = await readPicture('still-hero', imageSize, { x: 0, y: 0.18, width: 1, height: 0.675 })
    return [before, await painted(before)]
  },
  film: async () => {
    const before = await readPicture('dune', imageSize)
    return [before, filmed(before)]
  },
  glaze: async () => {
    const before = await readPicture('vase-raw', imageSize)
    const cover = await clayMask(before)
    const glazed = eachPixel(before, (pixel, x, y) => {
      const runs = 284 + 7 * Math.sin(x / 9) + 4 * Math.sin(x / 4)
      return mixColors(pixel, shaded([46, 92, 158], luminance(pixel) / 185), y < runs ? cover(x, y) : 0)
    })
    return [before, await drawOver(glazed, '<ellipse cx="222" cy="195" rx="9" ry="20" fill="#fff" opacity=".35"/>')]
  },
  'face-swap': () => facesSwapped([3]),
  'multi-face-swap': () => facesSwapped([2, 3]),
  'head-swap': async () => {
    const before = await portrait('ref-c')
    const other = await portrait('ref-a')
    return [before, eachPixel(before, (pixel, x, y) => mixColors(nearestPixelColor(other, x, y), pixel, clamp((y - 306) / 10, 0, 1)))]
  },
  'age-effect': async () => {
    const before = await portrait('ref-c')
    const cover = await softMask(before, (pixel, x, y) =>
      Math.hypot((x - 240) / 128, (y - 172) / 150) < 1 && y < 212 && !isEye(x, y) ? (112 - luminance(pixel)) / 36 : 0
    )
    const old = eachPixel(before, (pixel, x, y) => mixColors(pixel, shaded([196, 194, 190], 0.55 + luminance(pixel) / 130), cover(x, y)))
    return [before, await drawOver(old, wrinkles)]
  },
  generate: () =>
    Promise.all(
      ['coral', 'blue', 'mint', 'sand'].map((name) => readPicture(`bottle-${name}`, imageSize, { x: 0, y: 0.08, width: 1, height: 0.75 }))
    ),
  logo: () =>
    Promise.all(
      logos.map(([ground, drawing]) =>
        drawOver(
          { ...imageSize, data: new Uint8ClampedArray(width * height * 3) },
          `<rect width="480" height="360" fill="${ground}"/>${drawing}`
        )
      )
    )
}

function portrait(name: string): Promise<Picture> {
  return readPicture(name, imageSize, headAndShoulders)
}

export function shaded([red, green, blue]: Color, light: number): Color {
  return [red * light, green * light, blue * light]
}

/** Returns a mask of the glazed vase, which is the only green object in the room. */
function vaseMask(picture: Picture): Promise<(x: number, y: number) => number> {
  return softMask(picture, ([red, green], x, y) => (x < 400 && (x > 190 || (x > 140 && y > 170)) ? (green - red + 6) / 12 : 0))
}

/** Returns a mask of the clay vase in front of a grey wall. */
function clayMask(picture: Picture): Promise<(x: number, y: number) => number> {
  return softMask(picture, ([red, , blue]) => (red - blue - 24) / 12)
}

function isShirt([red, green, blue]: Color, x: number, y: number): boolean {
  const neck = y > 230 + Math.max(0, 22 - ((x - 240) / 12) ** 2 * 0.5)
  return neck && red - blue > 62 && red - green > 28
}

function isEye(x: number, y: number): boolean {
  return [206, 299].some((eye) => Math.hypot(x - eye, y - 175) < 17)
}

const wrinkles =
  '<g fill="none" stroke="#9c7c58" stroke-width="1.6" stroke-linecap="round" opacity=".55"><path d="M205 128q45-9 90 0M212 139q38-7 76 0M178 196q14 9 30 4M286 200q16 5 30-4M214 268q-10 12-6 26M306 262q10 12 6 26"/></g>'

/** Returns a pose as SVG elements: the points and lines of the head, neck and shoulders. `lean` moves the head sideways, in pixels. */
export function skeleton(lean: number): string {
  const [head, neck] = [224 + lean, 232 + lean * 0.5]
  const points = [
    [head - 46, 175],
    [head + 46, 175],
    [head, 205],
    [neck, 318],
    [86, 346],
    [390, 346]
  ]
  const dots = points.map(
    ([x, y], place) =>
      `<circle cx="${x}" cy="${y}" r="8" fill="${['#7ee0c0', '#7ee0c0', '#f6c445', '#ff8f5a', '#5ab0ff', '#c58bff'][place]}"/>`
  )
  return `<g fill="none" stroke-width="7" stroke-linecap="round"><path d="M${head - 46} 175L${head} 205L${head + 46} 175" stroke="#7ee0c0"/><path d="M${head} 205L${neck} 318" stroke="#f6c445"/><path d="M${neck} 318L86 346" stroke="#5ab0ff"/><path d="M${neck} 318L390 346" stroke="#c58bff"/></g>${dots.join('')}`
}

async function sketched(picture: Picture): Promise<Picture> {
  const grey = await pictureOf(imageOf(picture).modulate({ saturation: 0 }).blur(1.2))
  const lines = eachPixel(grey, (_, x, y) => {
    const across = nearestPixelColor(grey, x + 1, y)[0] - nearestPixelColor(grey, x - 1, y)[0]
    const down = nearestPixelColor(grey, x, y + 1)[0] - nearestPixelColor(grey, x, y - 1)[0]
    const ink = clamp((Math.hypot(across, down) - 5) * 9, 0, 200)
    return [244 - ink, 241 - ink, 234 - ink]
  })
  return pictureOf(imageOf(lines).blur(0.6))
}

async function blemished(picture: Picture): Promise<Picture> {
  const random = randomStream(12)
  const spots = Array.from({ length: 26 }, () => {
    const [x, y] = [110 + random() * 200, 120 + random() * 200]
    return `<circle cx="${x}" cy="${y}" r="${1.6 + random() * 3.4}" fill="#a84f3c" opacity="${0.3 + random() * 0.4}"/>`
  })
  const red =
    '<ellipse cx="130" cy="215" rx="58" ry="36" fill="#c4513a" opacity=".22"/><ellipse cx="290" cy="222" rx="54" ry="36" fill="#c4513a" opacity=".2"/>'
  return drawOver(picture, `${red}${spots.join('')}`)
}

async function aged(picture: Picture): Promise<Picture> {
  const random = randomStream(5)
  const faded = eachPixel(picture, (pixel) => {
    const light = 66 + luminance(pixel) * 0.6 + (random() - 0.5) * 26
    return [light * 1.06, light * 0.94, light * 0.74]
  })
  const lines = Array.from({ length: 9 }, () => {
    const x = random() * width
    return `<path d="M${x} 0l${(random() - 0.5) * 60} 360" stroke="#f5ecd8" stroke-width="${0.6 + random() * 1.4}" opacity="${0.35 + random() * 0.4}"/>`
  })
  const folds =
    '<path d="M0 236L480 222" stroke="#f7efdd" stroke-width="4" opacity=".7"/><path d="M0 240L480 226" stroke="#5a452c" stroke-width="2" opacity=".4"/><path d="M480 0h-74l40 26 6 30 28 22z" fill="#efe4cb"/>'
  return drawOver(faded, `${lines.join('')}${folds}`)
}

/** Returns the image with flat areas of colour and dark outlines, as in a print. */
async function painted(picture: Picture): Promise<Picture> {
  const flat = await pictureOf(imageOf(picture).median(9).modulate({ saturation: 1.35 }))
  const lines = await sketched(await pictureOf(imageOf(picture).median(5)))
  return eachPixel(flat, (pixel, x, y) => {
    const step = (value: number): number => Math.round(value / 48) * 48
    const ink = nearestPixelColor(lines, x, y)[0] < 150 ? 0.25 : 1
    return shaded([step(pixel[0]), step(pixel[1]), step(pixel[2])], ink)
  })
}

function filmed(picture: Picture): Picture {
  const random = randomStream(8)
  return eachPixel(picture, (pixel, x, y) => {
    const edge = Math.min(x, width - 1 - x, y, height - 1 - y)
    if (edge < 14) return [243, 239, 230]
    const grain = (random() - 0.5) * 34
    const light = luminance(pixel)
    const faded = mixColors(pixel, [light, light, light], 0.35)
    const leak = Math.max(0, 1 - Math.hypot(x - width, y) / 260) * 90
    return [faded[0] * 0.82 + 42 + grain + leak, faded[1] * 0.8 + 30 + grain + leak * 0.45, faded[2] * 0.72 + 38 + grain]
  })
}

/** Positions of the faces in the group portrait, as fractions. */
const faces = [
  { x: 0.149, y: 0.466, width: 0.17, height: 0.33 },
  { x: 0.384, y: 0.4, width: 0.17, height: 0.33 },
  { x: 0.624, y: 0.53, width: 0.17, height: 0.33 },
  { x: 0.848, y: 0.407, width: 0.17, height: 0.33 }
]

/** Returns the group portrait before and after a swap. The people at `places` then have the bearded face. */
export async function facesSwapped(places: readonly number[]): Promise<readonly [Picture, Picture]> {
  const before = await readPicture('people', imageSize)
  const layers = await Promise.all(
    places.map(async (place) => {
      const { x, y } = faces[place] ?? { x: 0.5, y: 0.5 }
      const [wide, high] = [80, 96]
      const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><radialGradient id="m"><stop offset=".78" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><ellipse cx="${wide / 2}" cy="${high / 2}" rx="${wide / 2}" ry="${high / 2}" fill="url(#m)"/></svg>`
      const face = await readPicture('ref-a', { width: wide, height: high }, { x: 0.29, y: 0.24, width: 0.44, height: 0.53 })
      const input = await imageOf(face)
        .ensureAlpha()
        .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
        .png()
        .toBuffer()
      // The group portrait is cropped at the sides to a cover's aspect ratio.
      const across = ((x - 0.5) * (1184 / 796)) / (4 / 3) + 0.5
      return { input, left: Math.round(across * width - wide / 2), top: Math.round(y * height - high / 2) }
    })
  )
  return [before, await pictureOf(sharp(await imageOf(before).png().toBuffer()).composite(layers))]
}

const logos = [
  [
    '#f1ece2',
    '<path d="M180 236v-52a60 60 0 01120 0v52h-34v-46a26 26 0 00-52 0v46z" fill="#b3533a"/><rect x="168" y="248" width="144" height="12" rx="6" fill="#2b2724"/>'
  ],
  [
    '#1f4a47',
    '<circle cx="240" cy="180" r="72" fill="none" stroke="#f1ead4" stroke-width="12"/><path d="M240 124c34 34 34 62 0 112c-34-50-34-78 0-112z" fill="#f6c445"/>'
  ],
  [
    '#e9d9c4',
    '<path d="M196 116h88l-16 44c34 24 30 84-12 104h-32c-42-20-46-80-12-104z" fill="#2e5c9e"/><path d="M196 116h88l-4 12h-80z" fill="#1d2b4f"/>'
  ]
] as const
