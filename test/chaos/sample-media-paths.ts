import { readFileSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Absolute paths of the local files that tasks send. */
export type SampleMediaPaths = { readonly photo: string; readonly otherPhoto: string; readonly portrait: string; readonly clip: string }

export async function createSampleMedia(folder: string): Promise<SampleMediaPaths> {
  const media = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media')
  const materials = {
    photo: join(folder, 'vase.png'),
    otherPhoto: join(folder, 'stairs.jpg'),
    portrait: join(folder, 'family.webp'),
    clip: join(folder, 'walk.mp4')
  }
  const plain = (width: number, height: number, background: string) => sharp({ create: { width, height, channels: 3, background } })
  await plain(640, 480, '#c8a58a').png().toFile(materials.photo)
  await plain(800, 600, '#8aa5c8').jpeg().toFile(materials.otherPhoto)
  await copyFile(join(media, 'people.webp'), materials.portrait)
  await copyFile(join(media, 'clip-16x9.mp4'), materials.clip)
  return materials
}

/** Returns a function that creates an image in `folder` for a mark and returns its path. The image's bytes differ for each mark. */
export function createUniqueImageWriter(folder: string, { portrait }: SampleMediaPaths): (mark: string) => string {
  const bytes = readFileSync(portrait)
  return (mark) => {
    const path = join(folder, `${mark}.webp`)
    // Bytes after the end of an image are ignored, but make each file different.
    writeFileSync(path, Buffer.concat([bytes, Buffer.from(mark)]))
    return path
  }
}
