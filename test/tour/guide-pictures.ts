import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '..', '..', 'renderer', 'guide')
const guidePictures = join(guide, 'pictures')

/** A picture that the user guide shows, beside the one of the tour that it is a copy of. */
export type GuidePicture = { readonly inGuide: string; readonly inTour: string }

/** Every picture that a chapter of any language names, in both themes. */
export async function guidePicturesIn(tour: string): Promise<readonly GuidePicture[]> {
  const chapters = (await readdir(guide, { recursive: true })).filter((path) => path.endsWith('.md'))
  const texts = await Promise.all(chapters.map((path) => readFile(join(guide, path), 'utf8')))
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/!\[[^\]]*\]\(([a-z0-9-]+)\)/g)].map(([, name = '']) => name)))
  return [...names].toSorted().flatMap((name) =>
    (['dark', 'light'] as const).map((theme) => ({
      inGuide: join(guidePictures, `${name}-${theme}.webp`),
      inTour: join(tour, `${name}-${theme}-1280.webp`)
    }))
  )
}

/** The guide lies in the app and can't show what lies in `test`. */
export async function copyForGuide(tour: string): Promise<void> {
  await rm(guidePictures, { recursive: true, force: true })
  await mkdir(guidePictures, { recursive: true })
  for (const { inGuide, inTour } of await guidePicturesIn(tour)) await copyFile(inTour, inGuide)
}
