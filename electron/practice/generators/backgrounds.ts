import { sharp, type Sharp } from '../../images/sharp.ts'
import { readMediaFile } from '../media-files.ts'
import { randomStream } from './random.ts'
import { ridgesSvg } from './ridges-svg.ts'

/** The glazed area of an image, and its colour in medium light. */
type GlazedArea = { readonly color: Color } & (
  | { readonly kind: 'outline'; readonly path: string }
  /** Pixels within a range of hue (degrees) and a box. The box is left, top, right and bottom, as fractions of the image. */
  | { readonly kind: 'hue'; readonly hue: readonly [number, number]; readonly box: readonly [number, number, number, number] }
)

/** A scene that was rendered for Kiln. */
type Scene = {
  readonly file: string
  readonly width: number
  readonly height: number
  /** Prompt words that select the scene, as alternatives of a regular expression. */
  readonly subjects: string
  /** The scene's glazed area. Null if its colours never change. */
  readonly glaze: GlazedArea | null
  /**
   * Minimum fraction of the scene that must remain when it is cropped to another shape. A landscape can lose more than a view of an object.
   */
  readonly leastShare: number
  /** True if the scene suits any prompt. */
  readonly always: boolean
  /** Point of interest, as fractions of width and height. */
  readonly focus: readonly [number, number]
}

const vessels =
  'vase|vessel|pot|pottery|ceramic|clay|porcelain|jar|jug|urn|kiln|glaze|celadon|earthenware|stoneware|vaso|krug|花瓶|瓶子|陶|瓷|罐|壶|釉|窑'
const still = 'still life|bowl|table|kitchen|breakfast|tea|cup|food|plate|shelf|interior|静物|碗|桌|厨房|早餐|茶|杯|食物|盘|架子|室内'
const bottles = 'bottle|perfume|cosmetic|product|packaging|label|brand|soap|cream|flacon|香水|化妆品|产品|包装|标签|品牌|肥皂|面霜'
const flowers = 'flower|bloom|blossom|petal|rose|peony|dahlia|lotus|garden|botanical|plant|spring|花(?!瓶)|玫瑰|牡丹|荷|莲|花园|植物|春'
const waters = 'sea|ocean|water|wave|lake|beach|coast|horizon|sky|cloud|boat|river|海|水|浪|湖|沙滩|地平线|天空|云|船|河|江'
const lights = 'bokeh|night|party|city|neon|rain|dream|glow|celebration|festival|snow|夜|派对|城市|霓虹|雨|梦|光斑|庆典|节日|雪'
const rooms =
  'stair|architecture|building|house|room|arch|corridor|hall|museum|door|temple|street|interior|楼梯|石阶|台阶|建筑|房|拱|走廊|大厅|博物馆|门|寺|街|室内'
const folk =
  'person|people|man|woman|girl|boy|child|friends|family|team|portrait|face|character|figurine|figure|crowd|人|女孩|男孩|孩子|朋友|家庭|团队|肖像|脸|角色|手办'
const paints = 'abstract|texture|marble|paint|liquid|swirl|pattern|ink|smoke|fluid|抽象|纹理|大理石|颜料|液体|漩涡|图案|墨|烟|流体'

/**
 * Profile of the vase in four scenes, from the rim to the glaze's lower end. Each pair is a vertical position and a radius. They are
 * fractions of the image's height and width.
 */
const vaseRadii: readonly (readonly [number, number])[] = [
  [0.212, 0.052],
  [0.2275, 0.0565],
  [0.24, 0.052],
  [0.2525, 0.0472],
  [0.265, 0.0415],
  [0.2775, 0.038],
  [0.29, 0.0345],
  [0.3025, 0.0338],
  [0.365, 0.0338],
  [0.3775, 0.035],
  [0.39, 0.0385],
  [0.4025, 0.0425],
  [0.415, 0.049],
  [0.4275, 0.0548],
  [0.44, 0.0626],
  [0.4525, 0.0706],
  [0.4775, 0.0885],
  [0.5025, 0.1055],
  [0.5275, 0.1215],
  [0.54, 0.1285],
  [0.5525, 0.1345],
  [0.565, 0.1397],
  [0.5775, 0.143],
  [0.59, 0.1455],
  [0.6025, 0.1458],
  [0.6275, 0.145],
  [0.64, 0.142],
  [0.6525, 0.139],
  [0.665, 0.1345],
  [0.6775, 0.128],
  [0.7025, 0.1135],
  [0.7275, 0.098],
  [0.7525, 0.0845],
  [0.765, 0.078],
  [0.774, 0.055],
  [0.781, 0.03]
]
const vaseAxis = 0.4845
const vasePath = `M${[...vaseRadii.map(([y, radius]) => `${vaseAxis - radius} ${y}`), ...vaseRadii.toReversed().map(([y, radius]) => `${vaseAxis + radius} ${y}`)].join('L')}Z`
const potOnFloor: GlazedArea = { kind: 'outline', color: [158, 192, 178], path: vasePath }

const scenes: readonly Scene[] = [
  {
    file: 'vase-1.webp',
    width: 1040,
    height: 780,
    subjects: vessels,
    glaze: potOnFloor,
    focus: [0.47, 0.55],
    leastShare: 0.65,
    always: true
  },
  { file: 'vase-raw.webp', width: 1040, height: 780, subjects: vessels, glaze: null, focus: [0.47, 0.55], leastShare: 0.65, always: true },
  {
    file: 'still-hero.webp',
    width: 1080,
    height: 1200,
    subjects: `${still}|${vessels}`,
    glaze: { kind: 'hue', color: [70, 104, 150], hue: [185, 250], box: [0.4, 0.45, 1, 0.85] },
    focus: [0.5, 0.42],
    leastShare: 0.65,
    always: true
  },
  {
    file: 'vase-2.webp',
    width: 640,
    height: 480,
    subjects: vessels,
    glaze: potOnFloor,
    focus: [0.45, 0.55],
    leastShare: 0.65,
    always: false
  },
  {
    file: 'vase-3.webp',
    width: 640,
    height: 480,
    subjects: vessels,
    glaze: potOnFloor,
    focus: [0.45, 0.55],
    leastShare: 0.65,
    always: false
  },
  {
    file: 'vase-4.webp',
    width: 640,
    height: 480,
    subjects: vessels,
    glaze: potOnFloor,
    focus: [0.45, 0.55],
    leastShare: 0.65,
    always: false
  },
  {
    file: 'vase-cobalt.webp',
    width: 480,
    height: 600,
    subjects: vessels,
    glaze: null,
    focus: [0.5, 0.55],
    leastShare: 0.65,
    always: false
  },
  { file: 'bottle-blue.webp', width: 480, height: 480, subjects: bottles, glaze: null, focus: [0.5, 0.5], leastShare: 0.7, always: false },
  {
    file: 'bottle-coral.webp',
    width: 480,
    height: 480,
    subjects: bottles,
    glaze: null,
    focus: [0.5, 0.5],
    leastShare: 0.7,
    always: false
  },
  { file: 'bottle-mint.webp', width: 480, height: 480, subjects: bottles, glaze: null, focus: [0.5, 0.5], leastShare: 0.7, always: false },
  { file: 'bottle-sand.webp', width: 480, height: 480, subjects: bottles, glaze: null, focus: [0.5, 0.5], leastShare: 0.7, always: false },
  { file: 'bloom.webp', width: 480, height: 480, subjects: flowers, glaze: null, focus: [0.5, 0.5], leastShare: 0.65, always: false },
  { file: 'bloom-iris.webp', width: 480, height: 600, subjects: flowers, glaze: null, focus: [0.5, 0.5], leastShare: 0.65, always: false },
  {
    file: 'dune.webp',
    width: 768,
    height: 432,
    subjects: 'dune|desert|sand|sahara|canyon|沙丘|沙漠|峡谷',
    glaze: null,
    focus: [0.6, 0.5],
    leastShare: 0.5,
    always: false
  },
  { file: 'sea.webp', width: 768, height: 432, subjects: waters, glaze: null, focus: [0.4, 0.5], leastShare: 0.5, always: false },
  { file: 'sea-tall.webp', width: 360, height: 640, subjects: waters, glaze: null, focus: [0.5, 0.5], leastShare: 0.5, always: false },
  {
    file: 'orb.webp',
    width: 768,
    height: 432,
    subjects: 'planet|space|earth|globe|world|moon|star|galaxy|cosmos|orbit|行星|太空|地球|世界|月|星|银河|宇宙',
    glaze: null,
    focus: [0.5, 0.6],
    leastShare: 0.5,
    always: false
  },
  { file: 'bokeh.webp', width: 768, height: 432, subjects: lights, glaze: null, focus: [0.4, 0.5], leastShare: 0.5, always: false },
  {
    file: 'fruit.webp',
    width: 600,
    height: 480,
    subjects: 'fruit|lemon|orange|citrus|juice|apple|summer|水果|柠檬|橙|橘|果汁|苹果|夏',
    glaze: null,
    focus: [0.5, 0.6],
    leastShare: 0.65,
    always: false
  },
  { file: 'stairs.webp', width: 720, height: 540, subjects: rooms, glaze: null, focus: [0.4, 0.5], leastShare: 0.65, always: false },
  { file: 'people.webp', width: 1184, height: 796, subjects: folk, glaze: null, focus: [0.4, 0.5], leastShare: 0.65, always: false },
  {
    file: 'glaze-fire.webp',
    width: 480,
    height: 600,
    subjects: `${paints}|fire|lava|sunset|火|熔岩|日落`,
    glaze: null,
    focus: [0.5, 0.5],
    leastShare: 0.5,
    always: true
  },
  { file: 'glaze-sea.webp', width: 480, height: 480, subjects: paints, glaze: null, focus: [0.5, 0.5], leastShare: 0.5, always: true }
]

const hills =
  /mountain|hill|ridge|valley|mist|fog|forest|landscape|sunrise|dawn|dusk|horizon|peak|alps|山|丘陵|山谷|雾|森林|风景|日出|黎明|黄昏|峰/i

type Color = readonly [red: number, green: number, blue: number]

/** Glaze colours in medium light, with the prompt words that select them. */
const glazes: readonly { readonly words: RegExp; readonly color: Color }[] = [
  { words: /celadon|jade|mint|teal|turquoise|青瓷|翡翠|薄荷|青绿|绿松石/i, color: [158, 192, 178] },
  { words: /cobalt|blue|indigo|navy|钴|蓝|靛/i, color: [64, 98, 166] },
  { words: /ember|orange|terracotta|rust|copper|橙|赤陶|锈|铜/i, color: [204, 118, 64] },
  { words: /shino|white|cream|ivory|porcelain|白|奶油|象牙|瓷/i, color: [220, 208, 188] },
  { words: /rose|pink|blush|red|玫瑰|粉|红/i, color: [200, 134, 128] },
  { words: /tenmoku|black|brown|dark|iron|天目|黑|棕|褐|铁/i, color: [88, 68, 58] },
  { words: /moss|green|olive|sage|苔|绿|橄榄/i, color: [136, 148, 98] },
  { words: /lilac|purple|violet|lavender|紫|薰衣草/i, color: [158, 148, 184] }
]

/**
 * Chooses the scene that best fits the words, size and seed. Skips scenes that would have to be enlarged too much. Hills are drawn at full
 * size instead of cropped from a scene.
 */
export async function chooseBackground(words: string, width: number, height: number, seed: number): Promise<Sharp> {
  const random = randomStream(seed)
  const fitting = scenes.filter((scene) => keptShare(scene, width, height) >= scene.leastShare && enlargement(scene, width, height) <= 3)
  // A prompt's subject usually comes first.
  const places = fitting.map((scene) => words.search(new RegExp(`(?<![a-z])(?:${scene.subjects})`, 'i')))
  const first = Math.min(...places.filter((place) => place >= 0))
  const matching = fitting.filter((_, index) => places[index] === first)
  const isHilly = hills.test(words) && words.search(hills) < first
  const pleasing = fitting.filter((scene) => scene.always && enlargement(scene, width, height) <= 2.2)
  const choices: (Scene | 'hills')[] =
    matching.length > 0 && !isHilly ? matching : isHilly ? ['hills', ...matching] : [...pleasing, 'hills', 'hills']
  // The outputs of a task have consecutive seeds, so they use consecutive scenes.
  const scene = choices[seed % choices.length] ?? 'hills'
  if (scene === 'hills') return sharp(Buffer.from(ridgesSvg(width, height, seed)))
  return renderScene(scene, words, width, height, random)
}

/** Returns the group portrait. A face swap uses the portrait if the user's photo is at an external URL. */
export function readGroupPortrait(): Promise<Buffer> {
  return readMediaFile('people.webp')
}

async function renderScene(scene: Scene, words: string, width: number, height: number, random: () => number): Promise<Sharp> {
  const asked = glazes.filter((glaze) => glaze.words.test(words))
  const area = scene.glaze
  // A dark glaze can't be made bright without clipping its highlights.
  const possible = (asked.length > 0 ? asked : glazes).filter(
    ({ color }) => area !== null && color.every((value, channel) => value / (area.color[channel] ?? 255) < 1.7)
  )
  const glaze = possible[Math.floor(random() * possible.length)]
  const isMirrored = random() < 0.4
  const closeness = 1 + random() * 0.12
  const source = await readMediaFile(scene.file)
  const crop = cropOf(scene, width / height, closeness)
  const colored = area === null || glaze === undefined ? sharp(source) : await reglaze(source, area, glaze.color)
  // Small scenes have more render noise. It is removed, because enlarging would make it more visible.
  const calm =
    scene.width < 700
      ? sharp(await colored.median(3).raw().toBuffer(), { raw: { width: scene.width, height: scene.height, channels: 3 } })
      : colored
  const framed = calm.extract(crop).resize(width, height, { kernel: 'lanczos3' })
  const graded = isMirrored ? framed.flop() : framed
  const warmth = random() - 0.5
  const brightness = 0.97 + random() * 0.07
  return graded.linear([brightness + warmth * 0.08, brightness, brightness - warmth * 0.08], [0, 0, 0])
}

/** Returns the largest crop of the scene with this aspect ratio, around the focus. `closeness`: zoom factor of at least 1. */
function cropOf(scene: Scene, aspect: number, closeness: number): { left: number; top: number; width: number; height: number } {
  const fit = Math.min(scene.width, scene.height * aspect)
  const width = Math.max(1, Math.floor(fit / closeness))
  const height = Math.max(1, Math.min(scene.height, Math.floor(fit / aspect / closeness)))
  const place = (focus: number, all: number, part: number): number => Math.round(Math.min(all - part, Math.max(0, focus * all - part / 2)))
  return { left: place(scene.focus[0], scene.width, width), top: place(scene.focus[1], scene.height, height), width, height }
}

/** Changes the colour of the glazed area to `color`. */
async function reglaze(source: Buffer, area: GlazedArea, color: Color): Promise<Sharp> {
  const { data, info } = await sharp(source).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const gain = ([0, 1, 2] as const).map((channel) => color[channel] / area.color[channel])
  const mask = area.kind === 'outline' ? await outlineMask(area.path, width, height) : await hueMask(data, width, height, area)
  for (let place = 0; place < width * height; place += 1) {
    const cover = (mask[place] ?? 0) / 255
    if (cover === 0) continue
    // Highlights reflect the light and show little of the glaze's colour.
    const glare = (Math.min(data[place * 3] ?? 0, data[place * 3 + 1] ?? 0, data[place * 3 + 2] ?? 0) - 206) / 36
    const weight = cover * (1 - Math.min(1, Math.max(0, glare)) * 0.8)
    for (const channel of [0, 1, 2] as const) {
      const at = place * 3 + channel
      data[at] = Math.min(255, (data[at] ?? 0) * (1 + ((gain[channel] ?? 1) - 1) * weight))
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Returns a mask with one byte per pixel. The byte says how much of the pixel is glaze, from 0 to 255. */
async function outlineMask(path: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1 1" preserveAspectRatio="none"><rect width="1" height="1"/><path d="${path}" fill="#fff" stroke="#fff" stroke-width="0.002" stroke-linejoin="round"/></svg>`
  return sharp(Buffer.from(svg)).removeAlpha().blur(0.8).toColorspace('b-w').raw().toBuffer()
}

async function hueMask(data: Buffer, width: number, height: number, area: Extract<GlazedArea, { kind: 'hue' }>): Promise<Buffer> {
  const mask = Buffer.alloc(width * height)
  const [left, top, right, bottom] = area.box
  for (let y = Math.floor(top * height); y < bottom * height; y += 1)
    for (let x = Math.floor(left * width); x < right * width; x += 1) {
      const at = (y * width + x) * 3
      if (hasHue(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, area.hue)) mask[y * width + x] = 255
    }
  // The median fills the highlights, which have hardly any colour of their own. The blur softens the edge.
  const raw = { width, height, channels: 1 } as const
  const filled = await sharp(mask, { raw }).median(9).toColorspace('b-w').raw().toBuffer()
  return sharp(filled, { raw }).blur(1.2).toColorspace('b-w').raw().toBuffer()
}

function hasHue(red: number, green: number, blue: number, [from, to]: readonly [number, number]): boolean {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range < 8) return false
  const turn = most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  const hue = (turn * 60 + 360) % 360
  return hue > from && hue < to
}

function keptShare(scene: Scene, width: number, height: number): number {
  const ratio = scene.width / scene.height / (width / height)
  return Math.min(ratio, 1 / ratio)
}

function enlargement(scene: Scene, width: number, height: number): number {
  return Math.max(width / scene.width, height / scene.height)
}
