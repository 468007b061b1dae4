import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Language } from '../../shared/i18n/languages.ts'

const media = join(import.meta.dirname, '..', '..', 'renderer', 'account', 'media')

/** An image of the welcome view, and the tour screenshot that it is made from. */
export type WelcomeImage = { readonly inApp: string; readonly inTour: string }

/** Returns the images of a language, in both themes. `tour`: folder with this language's screenshots. */
export function listWelcomeImages(tour: string, language: Language): readonly WelcomeImage[] {
  return (['dark', 'light'] as const).map((theme) => ({
    inApp: join(media, `welcome-${language.toLowerCase()}-${theme}.webp`),
    inTour: join(tour, `compose-${theme}-1280.webp`)
  }))
}

/** Returns a screenshot at the size that the welcome view needs, so that the app stays small. */
export function encodeWelcomeImage(screenshot: string): Promise<Buffer> {
  return sharp(screenshot).resize(1120).webp({ quality: 76, effort: 6, smartSubsample: true }).toBuffer()
}

/** Writes the images of the welcome view. They are part of the app, which can't use files in `test`. */
export async function writeWelcomeImages(tour: string, language: Language): Promise<void> {
  for (const { inApp, inTour } of listWelcomeImages(tour, language)) await writeFile(inApp, await encodeWelcomeImage(inTour))
}
