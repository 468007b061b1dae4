import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { languages } from '../../../shared/i18n/languages.ts'
import { countChangedBlocks } from '../../tour/count-changed-blocks.ts'
import { listWelcomeImages, encodeWelcomeImage } from '../../tour/welcome-images.ts'

const tour = join(import.meta.dirname, '..', '..', 'tour', 'pictures')

it.each(languages)('the welcome view shows the current product, with images of at most 60 kB: %s', async (language) => {
  const folder = join(tour, ...(language === 'en' ? [] : [language.toLowerCase()]))
  for (const { inApp, inTour } of listWelcomeImages(folder, language)) {
    const shown = await readFile(inApp)
    expect(shown.length).toBeLessThanOrEqual(60_000)
    expect(await countChangedBlocks(shown, await encodeWelcomeImage(inTour), []), `${inApp} is outdated. Run npm run tour.`).toBe(0)
  }
})
