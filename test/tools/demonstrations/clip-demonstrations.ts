import { ridgesSvg } from '../../../electron/practice/generators/ridges-svg.ts'
import { randomStream } from '../../../electron/practice/generators/random.ts'
import sharp from 'sharp'
import { facesSwapped, headAndShoulders, shaded, skeleton } from './image-demonstrations.ts'
import type { Picture } from './picture.ts'
import {
  besideEachOther,
  checkerAt,
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
import { drawJug } from './turntable.ts'

const clipSize = { width: 320, height: 240 }
const { width, height } = clipSize
const frameCount = 12
/** Size at which clips are drawn before they are reduced. */
const drawnSize = { width: 480, height: 360 }

type Frames = Promise<readonly Picture[]>

/** Frames by demonstration. The last frame leads back to the first one. */
export const clipDemonstrations: { readonly [name: string]: () => Frames } = {
  'generate-video': () => clip((turn) => ridges(11, wave(turn))),
  'generate-video-pro': () => clip((turn) => ridges(23, wave(turn))),
  animate: async () => {
    const still = await readPicture('stairs', { width: 720, height: 540 })
    return clip((turn) => zoomed(still, 1.08 + 0.5 * wave(turn), 0.28, 0.45))
  },
  'product-video': async () => {
    const bottle = await readPicture('bottle-coral', { width: 720, height: 540 }, { x: 0, y: 0.08, width: 1, height: 0.75 })
    return clip((turn) => zoomed(bottle, 1.5 - 0.4 * wave(turn), 0.3 + 0.35 * wave(turn), 0.5))
  },
  'reference-to-video': async () => {
    const person = await readPicture('ref-b', drawnSize, headAndShoulders)
    return clip((turn) => inset(leaned(person, 14 * circle(turn)), person))
  },
  'restyle-video': () => clip(async (turn) => beside(await ridges(11, wave(turn)), print)),
  'extend-video': () =>
    clip(async (turn, place) => {
      const done = (place + 1) / frameCount
      const bar = `<rect x="24" y="326" width="432" height="12" rx="6" fill="#000" opacity=".45"/><rect x="24" y="326" width="${432 * Math.min(done, 0.5)}" height="12" rx="6" fill="#fff"/>${done > 0.5 ? `<rect x="240" y="326" width="${432 * (done - 0.5)}" height="12" rx="6" fill="#8fe0c4"/>` : ''}`
      return drawOver(await ridges(4, wave(turn)), bar)
    }),
  'lip-sync': () => talking('ref-b', { x: 224, y: 262 }, soundBars),
  avatar: () => talking('ref-c', { x: 256, y: 274 }, (turn) => soundBars(turn + 0.3)),
  dub: () => talking('ref-a', { x: 234, y: 258 }, languages),
  'motion-transfer': async () => {
    const person = await readPicture('ref-b', drawnSize, headAndShoulders)
    return clip(async (turn) => {
      const lean = 26 * circle(turn)
      const moves = await drawOver(
        eachPixel(person, () => [18, 18, 20]),
        `<g transform="translate(-104)">${skeleton(lean)}</g>`
      )
      const moved = leaned(person, lean)
      return besideEachOther(
        moves,
        eachPixel(moved, (_, x, y) => nearestPixelColor(moved, x - 104, y))
      )
    })
  },
  'upscale-video': () => clip(async (turn) => beside(await ridges(11, wave(turn)), (picture) => picture, coarse)),
  'remove-video-background': async () => {
    const fruit = await readPicture('fruit', drawnSize)
    return clip(async (turn) => {
      const moved = await zoomed(fruit, 1.12, 0.45 + 0.1 * wave(turn), 0.5)
      const cover = await softMask(moved, ([red, , blue]) => 1 - (blue - red - 4) / 22)
      return besideEachOther(
        moved,
        eachPixel(moved, (pixel, x, y) => mixColors(checkerAt(x, y, 15), pixel, cover(x, y)))
      )
    })
  },
  interpolate: () =>
    paced(
      (place) => Math.floor(place / 3) * 3,
      (place) => place
    ),
  'slow-motion': () =>
    paced(
      (place) => (place * 2) % frameCount,
      (place) => place / 2
    ),
  captions: () =>
    clip(async (turn, place) => {
      const line = place < frameCount / 2 ? [90, 62, 110] : [70, 96, 56]
      const shown = (place % (frameCount / 2)) / (frameCount / 2)
      const words = line.map((long, index) => {
        const start = 92 + line.slice(0, index).reduce((sum, one) => sum + one + 14, 0)
        return `<rect x="${start}" y="293" width="${long}" height="14" rx="7" fill="${shown * 3 >= index ? '#fff' : '#8d8780'}"/>`
      })
      return drawOver(
        await ridges(11, wave(turn)),
        `<rect x="68" y="274" width="344" height="52" rx="10" fill="#000" opacity=".62"/>${words.join('')}`
      )
    }),
  reframe: async () => {
    const wide = await readPicture('sea', drawnSize)
    return clip((turn) => {
      const x = 60 + 220 * wave(turn)
      return drawOver(
        wide,
        `<path fill-rule="evenodd" d="M0 0h480v360H0zM${x} 24v312h140V24z" fill="#000" opacity=".62"/><rect x="${x}" y="24" width="140" height="312" fill="none" stroke="#fff" stroke-width="4"/>`
      )
    })
  },
  colorize: () => clip(async (turn) => beside(await ridges(11, wave(turn)), (picture) => picture, grey)),
  denoise: () =>
    clip(async (turn, place) =>
      beside(
        await ridges(4, wave(turn)),
        (picture) => picture,
        (picture) => noisy(picture, place)
      )
    ),
  'inpaint-video': async () => {
    const [full, empty] = [await readPicture('vase-1', drawnSize), await readPicture('stairs', drawnSize)]
    return clip(async (turn) => {
      const at = 0.42 + 0.1 * wave(turn)
      return besideEachOther(await zoomed(full, 1.15, at + 0.07, 0.5), await zoomed(empty, 1.15, at + 0.07, 0.5))
    })
  },
  'face-swap-video': async () => {
    const [before, after] = await facesSwapped([0, 1, 2, 3])
    return clip(async (turn) =>
      besideEachOther(await zoomed(before, 1.3, 0.42 + 0.16 * wave(turn), 0.6), await zoomed(after, 1.3, 0.42 + 0.16 * wave(turn), 0.6))
    )
  },
  'character-swap': async () => {
    const [before, after] = [
      await readPicture('ref-c', drawnSize, headAndShoulders),
      await readPicture('ref-a', drawnSize, headAndShoulders)
    ]
    return clip((turn) => besideEachOther(leaned(before, 22 * circle(turn)), leaned(after, 22 * circle(turn))))
  },
  'generate-3d': () => clip((turn) => Promise.resolve(drawJug(drawnSize, turn, 'clay'))),
  'image-to-3d': async () => {
    const front = drawJug(drawnSize, 0.12, 'glaze')
    return clip((turn) => inset(drawJug(drawnSize, turn, 'glaze'), front))
  },
  'views-to-3d': async () => {
    const views = [0.12, 0.45, 0.78].map((turn) => drawJug(drawnSize, turn, 'clay'))
    return clip(async (turn) => {
      let picture = drawJug(drawnSize, turn, 'clay')
      for (const [place, view] of views.entries()) picture = await inset(picture, view, place)
      return picture
    })
  },
  retexture: () => clip((turn) => Promise.resolve(besideEachOther(drawJug(drawnSize, turn, 'clay'), drawJug(drawnSize, turn, 'glaze'))))
}

/** Returns a clip's frames, drawn by `draw` and then reduced. `turn` goes from 0 to 1. `place`: the frame's index. */
async function clip(draw: (turn: number, place: number) => Promise<Picture> | Picture): Frames {
  const frames: Picture[] = []
  for (let place = 0; place < frameCount; place += 1) {
    const frame = await draw(place / frameCount, place)
    frames.push(await pictureOf(imageOf(frame).resize(width, height)))
  }
  return frames
}

/** Returns a value that rises from 0 to 1 and falls back during one `turn`. It changes slowly at both ends. */
function wave(turn: number): number {
  return 0.5 - 0.5 * Math.cos(turn * Math.PI * 2)
}

function circle(turn: number): number {
  return Math.sin(turn * Math.PI * 2)
}

/** Returns frames that show the same scene at two speeds, side by side. */
function paced(before: (place: number) => number, after: (place: number) => number): Frames {
  const at = async (place: number): Promise<Picture> => {
    const turn = (place % frameCount) / frameCount
    return drawOver(
      await ridges(4, 0),
      `<circle cx="240" cy="${300 - 190 * Math.abs(Math.sin(turn * Math.PI))}" r="30" fill="#f6c445" stroke="#5b1f22" stroke-width="4"/>`
    )
  }
  return clip(async (_, place) => {
    const [first, second] = [await at(before(place)), await at(after(place))]
    const half = (picture: Picture, shift: number) => eachPixel(picture, (_pixel, x, y) => nearestPixelColor(picture, x + shift, y))
    return besideEachOther(half(first, 120), half(second, -120))
  })
}

function ridges(seed: number, moment: number): Promise<Picture> {
  return pictureOf(sharp(Buffer.from(ridgesSvg(drawnSize.width, drawnSize.height, seed, moment))))
}

async function beside(
  picture: Picture,
  after: (picture: Picture) => Promise<Picture> | Picture,
  before: (picture: Picture) => Promise<Picture> | Picture = (one) => one
): Promise<Picture> {
  return besideEachOther(await before(picture), await after(picture))
}

async function coarse(picture: Picture): Promise<Picture> {
  const small = await pictureOf(imageOf(picture).resize(48, 36))
  return pictureOf(imageOf(small).resize(picture.width, picture.height, { kernel: 'nearest' }))
}

function grey(picture: Picture): Picture {
  return eachPixel(picture, (pixel) => shaded([1, 1, 1], luminance(pixel)))
}

function noisy(picture: Picture, place: number): Picture {
  const random = randomStream(100 + place)
  return eachPixel(picture, ([red, green, blue]) => [
    red + (random() - 0.5) * 120,
    green + (random() - 0.5) * 120,
    blue + (random() - 0.5) * 120
  ])
}

/** Returns the image with only five flat, cool colours, as in a print. */
function print(picture: Picture): Picture {
  const inks = [
    [24, 33, 66],
    [58, 92, 138],
    [126, 168, 178],
    [214, 222, 196],
    [255, 246, 220]
  ] as const
  return eachPixel(picture, (pixel) => inks[Math.min(4, Math.floor((luminance(pixel) / 256) * 5.4))] ?? inks[4])
}

/** Returns the image leaning sideways. Its top is moved by `lean` pixels, and lower rows are moved less. The bottom row stays in place. */
function leaned(picture: Picture, lean: number): Picture {
  return eachPixel(picture, (_, x, y) => nearestPixelColor(picture, x - lean * (1 - y / picture.height) ** 0.8, y))
}

/** Returns the image with a small image in its lower right corner. `place`: number of insets to the right of this one. */
async function inset(picture: Picture, small: Picture, place = 0): Promise<Picture> {
  const size = { width: 112, height: 84 }
  const left = picture.width - (size.width + 14) * (place + 1)
  const input = await imageOf(small)
    .resize(size.width, size.height)
    .extend({ top: 3, bottom: 3, left: 3, right: 3, background: '#fff' })
    .png()
    .toBuffer()
  return pictureOf(imageOf(picture).composite([{ input, left, top: picture.height - size.height - 18 }]))
}

/** Returns the frames of a portrait whose mouth moves. `extra` is drawn over each frame. */
async function talking(name: string, mouth: { readonly x: number; readonly y: number }, extra: (turn: number) => string): Frames {
  const person = await readPicture(name, drawnSize, headAndShoulders)
  const opening = [2, 9, 15, 7, 12, 4, 16, 10, 3, 13, 8, 2]
  return clip((turn, place) => {
    const open = opening[place] ?? 2
    const lips = `<ellipse cx="${mouth.x}" cy="${mouth.y}" rx="${29 - open * 0.5}" ry="${open + 4}" fill="#a5513f"/><ellipse cx="${mouth.x}" cy="${mouth.y}" rx="${23 - open * 0.5}" ry="${open}" fill="#3b1512"/>${open > 8 ? `<rect x="${mouth.x - 12}" y="${mouth.y - open}" width="24" height="5" rx="2" fill="#f7f1e6"/>` : ''}`
    return drawOver(person, lips + extra(turn))
  })
}

function soundBars(turn: number): string {
  const bars = Array.from({ length: 30 }, (_, index) => {
    const high = 6 + 30 * Math.abs(Math.sin(index * 0.9 + turn * 12.6) * Math.sin(index * 0.37 + 1))
    return `<rect x="${63 + index * 12}" y="${324 - high / 2}" width="5" height="${high}" rx="2.5" fill="#fff"/>`
  })
  return `<rect x="48" y="296" width="384" height="54" rx="10" fill="#000" opacity=".55"/>${bars.join('')}`
}

function languages(turn: number): string {
  const isSecond = turn >= 0.5
  const bubble = (x: number, isOn: boolean, strokes: string) =>
    `<g transform="translate(${x} 18)" opacity="${isOn ? 1 : 0.4}"><path d="M10 0h64a10 10 0 0110 10v40a10 10 0 01-10 10H34l-14 16V60h-10A10 10 0 010 50V10A10 10 0 0110 0z" fill="#fff"/><g fill="none" stroke="#2b2724" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">${strokes}</g></g>`
  return (
    bubble(24, !isSecond, '<path d="M26 46L42 12L58 46M32 34h20"/>') +
    bubble(372, isSecond, '<path d="M42 8v8M20 18h44M56 18c-4 16-16 26-32 30M28 18c4 16 16 26 32 30"/>')
  )
}
