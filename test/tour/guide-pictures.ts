import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../../shared/i18n/languages.ts'

const guide = join(import.meta.dirname, '..', '..', 'renderer', 'guide')

/** An image in the user guide, and the tour screenshot that it is copied from. */
export type GuidePicture = { readonly inGuide: string; readonly inTour: string }

/** Returns every image that the chapters in a language use, in both themes. */
export async function listGuidePictures(tour: string, language: Language): Promise<readonly GuidePicture[]> {
  const folder = join(guide, language.toLowerCase())
  const chapters = (await readdir(folder)).filter((path) => path.endsWith('.md'))
  const texts = await Promise.all(chapters.map((path) => readFile(join(folder, path), 'utf8')))
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/!\[[^\]]*\]\(([a-z0-9-]+)\)/g)].map(([, name = '']) => name)))
  return [...names].toSorted().flatMap((name) =>
    (['dark', 'light'] as const).map((theme) => ({
      inGuide: join(folder, 'pictures', `${name}-${theme}.webp`),
      inTour: join(tour, `${name}-${theme}-1280.webp`)
    }))
  )
}

/**
 * Copies screenshots into the guide. The guide is part of the app and can't use files in `test`. `tour`: folder with this language's
 * screenshots.
 */
export async function copyScreenshotsToGuide(tour: string, language: Language): Promise<void> {
  const pictures = join(guide, language.toLowerCase(), 'pictures')
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  for (const { inGuide, inTour } of await listGuidePictures(tour, language)) await copyFile(inTour, inGuide)
}
