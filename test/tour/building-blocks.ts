import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../runtime/chromium/find-chromium.ts'
import { servePage } from '../ui/serve.ts'

/** Captures the page of `npm run ui`, dark and light side by side. Returns false if there is no browser to open it. */
export async function captureBuildingBlocks(folder: string): Promise<boolean> {
  const executablePath = findChromium()
  if (executablePath === null) return false
  const served = await servePage()
  const browser = await chromium.launch({ executablePath })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(served.url)
    const height = await page
      .getByRole('main')
      .first()
      .evaluate(async (theme) => {
        await document.fonts.ready
        return theme.scrollHeight
      })
    await page.setViewportSize({ width: 1440, height })
    const png = await page.screenshot({ animations: 'disabled' })
    await sharp(png).webp({ quality: 70, effort: 6 }).toFile(join(folder, 'building-blocks.webp'))
  } finally {
    await browser.close()
    await served.close()
  }
  return true
}
