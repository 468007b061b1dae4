import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Writes files that a user might drop: valid images, tables, and files that no field accepts. Returns the files' paths. */
export async function writeDroppableFiles(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const image = (width: number, height: number, background: string) => sharp({ create: { width, height, channels: 3, background } })
  const made: [string, Buffer | string][] = [
    ['vase.png', await image(800, 600, '#c8a58a').png().toBuffer()],
    ['stairs.jpg', await image(1200, 800, '#8aa5c8').jpeg().toBuffer()],
    ['tower.png', await image(30, 3000, '#5a7a5a').png().toBuffer()],
    ['瓶 “ü” 🦊.webp', await image(640, 640, '#aa8866').webp().toBuffer()],
    ['table.csv', 'Prompt,Seed\na jar,1\na plate,2\n'],
    ['torn.csv', 'Prompt\n"a jar\n'],
    ['notes.txt', 'not an image'],
    ['empty.png', ''],
    ['garbage.glb', Buffer.alloc(300, 7)],
    ['lies.jpg', '<html>not an image</html>']
  ]
  for (const [name, bytes] of made) await writeFile(join(folder, name), bytes)
  return made.map(([name]) => join(folder, name))
}

/** Writes `count` small images, named `<stem>-0.png` and so on. Returns the file names. */
export async function writeUnrelatedImages(folder: string, count: number, stem = 'strange'): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, place) => `${stem}-${place}.png`)
  for (const [place, name] of names.entries()) {
    const background = { r: place % 256, g: (place * 7) % 256, b: 90 }
    await sharp({ create: { width: 24 + (place % 5), height: 24, channels: 3, background } })
      .png()
      .toFile(join(folder, name))
  }
  return names
}
