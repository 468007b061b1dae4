import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { say } from '../../shared/i18n/say.ts'
import type { Region } from './count-changed-blocks.ts'
import { countChangedBlocks } from './count-changed-blocks.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 900, height: 600 }
const large = { width: 2560, height: 1440 }
const themes = ['dark', 'light'] as const
const sizesOf = {
  wide: { dark: [wide], light: [wide] },
  both: { dark: [wide, narrow], light: [wide, narrow] },
  all: { dark: [wide, narrow, large], light: [wide, narrow, large] },
  sample: { dark: [wide], light: [narrow] }
} as const

export type Camera = {
  /**
   * Captures a view in both themes. `sizes`: by default the usual and the smallest window size. `wide`: only the usual size. `all`: also a
   * large size. `sample`: the usual size in the dark theme, and the smallest size in the light theme.
   */
  readonly take: (view: string, sizes?: keyof typeof sizesOf) => Promise<void>
  /** Saves the captured images and returns a sentence that summarises the result. */
  readonly save: () => Promise<string>
}

/**
 * Opens a camera that captures screenshots of the window. An existing file is kept if only content that varies between runs is different.
 * Examples are times, durations, IDs and the glow of running tasks. `only`: captures every view only in this size.
 */
export async function openCamera(page: Page, folder: string, only: keyof typeof sizesOf | null = null): Promise<Camera> {
  await mkdir(folder, { recursive: true })
  // Images are saved at the end. Otherwise, running tasks would progress between two screenshots of a view.
  const film: { readonly file: string; readonly png: Buffer; readonly quality: number; readonly fleeting: readonly Region[] }[] = []

  return {
    take: async (view, sizes = 'both') => {
      await page.mouse.move(0, 0)
      await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
      for (const theme of themes) {
        await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
        await page.locator(`html[data-theme=${theme}]`).waitFor()
        for (const size of sizesOf[only ?? sizes][theme]) {
          await page.setViewportSize(size)
          await settle(page)
          film.push({
            file: `${view}-${theme}-${size.width}.webp`,
            quality: size === large ? 60 : 82,
            png: await page.screenshot({ animations: 'disabled', caret: 'hide' }),
            fleeting: await fleetingRegions(page)
          })
        }
      }
      await page.setViewportSize(wide)
    },
    save: async () => {
      const sizes: number[] = []
      let kept = 0
      for (const { file, png, quality, fleeting } of film) {
        const path = join(folder, file)
        const before = await readFile(path).catch(() => null)
        // Compares the images after both were compressed, so that compression artefacts don't count as a change.
        const fresh = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
        const isKept = before !== null && (await countChangedBlocks(before, fresh, fleeting)) === 0
        if (isKept) kept += 1
        else await writeFile(path, fresh)
        sizes.push((isKept ? before : fresh).length)
      }
      const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024)
      return `New screenshots: ${sizes.length - kept}. Unchanged: ${kept}. Total size: ${kilobytes} KiB.`
    }
  }
}

/** Waits until fonts and visible images are loaded and the price is known. Then gives animations time to end. */
async function settle(page: Page): Promise<void> {
  await page.getByText(say('checking price…')).first().waitFor({ state: 'hidden' })
  await page.evaluate(async () => {
    await document.fonts.ready
    // Skips hidden images, which never load. For example, the guide hides the images for the other theme.
    const pictures = [...document.images].filter((picture) => {
      const { top, width } = picture.getBoundingClientRect()
      return width > 0 && top < window.innerHeight
    })
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  })
  await page.waitForTimeout(250)
}

/** Returns the regions with text that varies between runs, or with an animated glow. */
function fleetingRegions(page: Page): Promise<readonly Region[]> {
  return page.evaluate(() => {
    const fleeting =
      /\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{1,2}\.\d{2}\.\d{2}\b|[0-9a-f]{8}-[0-9a-f-]{20,}|\b[0-9a-f]{16,}\b|\b[a-z]{2,8}[_-][0-9a-zA-Z]{10,}\b|\b\d+ (?:s|ms|min|seconds?|minutes?|bytes|[KM]B)\b|\d+ ?(?:秒|分钟|毫秒|字节)|127\.0\.0\.1:\d+/g
    const regions: { x: number; y: number; width: number; height: number }[] = []
    const add = ({ x, y, width, height }: DOMRect): void => void regions.push({ x, y, width, height })
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const found of (node.textContent ?? '').matchAll(fleeting)) {
        range.setStart(node, found.index)
        range.setEnd(node, found.index + found[0].length)
        for (const box of range.getClientRects()) add(box)
      }
    }
    for (const tile of document.querySelectorAll('[style*="--h"]')) add(tile.getBoundingClientRect())
    return regions
  })
}
