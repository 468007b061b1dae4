import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * `npm run icons`: renders every icon of the packages from electron/desktop/icons/kiln.svg. The results are committed, because
 * electron-builder would otherwise download a converter from GitHub.
 */
const folder = join(import.meta.dirname, '..', '..', 'electron', 'desktop', 'icons')
const drawing = await readFile(join(folder, 'kiln.svg'), 'utf8')

/** The icon without its margin, for Windows and Linux. On macOS, icons have a margin of a tenth on each side. */
const withoutMargin = drawing.replace('viewBox="0 0 1024 1024"', 'viewBox="84 84 856 856"')

/** Returns an icon as PNG. A palette reduces large images to a quarter of the size, and the gradients remain soft. */
function draw(svg: string, edge: number): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize(edge, edge)
    .png({ palette: edge > 256, quality: 90, compressionLevel: 9, effort: 10 })
    .toBuffer()
}

/** Returns the icon in Apple's container format. The file is a list of images, each with its four-letter type and length. */
async function icns(): Promise<Buffer> {
  const types: readonly (readonly [string, number])[] = [
    ['icp4', 16],
    ['ic11', 32],
    ['icp5', 32],
    ['ic12', 64],
    ['ic07', 128],
    ['ic13', 256],
    ['ic08', 256],
    ['ic14', 512],
    ['ic09', 512],
    ['ic10', 1024]
  ]
  const entries = await Promise.all(types.map(async ([type, edge]) => entryOf(type, await draw(drawing, edge))))
  return entryOf('icns', Buffer.concat(entries))
}

function entryOf(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(content.length + header.length, 4)
  return Buffer.concat([header, content])
}

/** Returns the icon in Windows' container format. The file is a directory of 16 bytes per image, followed by the images. */
async function ico(): Promise<Buffer> {
  const edges = [16, 24, 32, 48, 64, 128, 256]
  const pictures = await Promise.all(edges.map((edge) => draw(withoutMargin, edge)))
  const directory = Buffer.alloc(6 + 16 * edges.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(edges.length, 4)
  let offset = directory.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    // A size of 256 is written as 0.
    const edge = (edges[index] ?? 0) % 256
    directory.writeUInt8(edge, at)
    directory.writeUInt8(edge, at + 1)
    directory.writeUInt16LE(1, at + 4)
    directory.writeUInt16LE(32, at + 6)
    directory.writeUInt32LE(picture.length, at + 8)
    directory.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([directory, ...pictures])
}

await mkdir(join(folder, 'png'), { recursive: true })
await writeFile(join(folder, 'icon.icns'), await icns())
await writeFile(join(folder, 'icon.ico'), await ico())
for (const edge of [16, 32, 48, 64, 128, 256, 512])
  await writeFile(join(folder, 'png', `${edge}x${edge}.png`), await draw(withoutMargin, edge))
// The tray icons. On macOS, the menu bar shows only the arch. Its icon is black and transparent, and macOS chooses the colour. On other
// systems, the tray shows the whole icon in its own colours.
const strokes = [...drawing.matchAll(/<path [^>]*\/>/g)].map(([path]) => path)
const arch = (paths: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="216 212 592 624">${drawing.slice(drawing.indexOf('<defs>'), drawing.indexOf('</defs>'))}</defs>${paths.join('')}</svg>`
const black = strokes.map((path) => path.replace(/(fill|stroke)="(?!none)[^"]*"/g, '$1="#000"'))
await mkdir(join(folder, 'tray'), { recursive: true })
for (const [suffix, scale] of [
  ['', 1],
  ['@2x', 2]
] as const) {
  await writeFile(join(folder, 'tray', `template${suffix}.png`), await draw(arch(black), 18 * scale))
  await writeFile(join(folder, 'tray', `tray${suffix}.png`), await draw(withoutMargin, 16 * scale))
}
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#f0c43c" stroke="#3a2c05"/></svg>'
await writeFile(join(folder, 'needs-you.png'), await draw(mark, 32))
console.log(`Regenerated the icons in ${folder}.`)
