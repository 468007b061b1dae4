import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { say } from '../../shared/words/say.ts'
import type { Region } from './changed-blocks.ts'
import { changedBlocks } from './changed-blocks.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 900, height: 600 }
const large = { width: 2560, height: 1440 }
const sizesOf = { wide: [wide], both: [wide, narrow], all: [wide, narrow, large] } as const
const themes = ['dark', 'light'] as const

export type Camera = {
  /** Takes a view in both themes: in the usual window and the least one, in the usual one alone, or in a large one too. */
  readonly take: (view: string, sizes?: keyof typeof sizesOf) => Promise<void>
  /** Writes what was taken; says in a sentence what that was. */
  readonly develop: () => Promise<string>
}

/**
 * Takes pictures of the window. One that is on disk already stays when nothing in it has changed but what is other with every run: times of
 * day, lengths of time, ids, the glow of what is being made. `only`: every view in this size, whatever was asked for.
 */
export async function openCamera(page: Page, folder: string, only: keyof typeof sizesOf | null = null): Promise<Camera> {
  await mkdir(folder, { recursive: true })
  // Not at once: a view that is at work should look the same in all its pictures.
  const film: { readonly file: string; readonly png: Buffer; readonly quality: number; readonly fleeting: readonly Region[] }[] = []

  return {
    take: async (view, sizes = 'both') => {
      await page.mouse.move(0, 0)
      await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
      for (const theme of themes) {
        await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
        await page.locator(`html[data-theme=${theme}]`).waitFor()
        for (const size of sizesOf[only ?? sizes]) {
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
    develop: async () => {
      const sizes: number[] = []
      let kept = 0
      for (const { file, png, quality, fleeting } of film) {
        const path = join(folder, file)
        const before = await readFile(path).catch(() => null)
        // Both as they are kept, so that the compression makes no difference.
        const fresh = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
        const isKept = before !== null && (await changedBlocks(before, fresh, fleeting)) === 0
        if (isKept) kept += 1
        else await writeFile(path, fresh)
        sizes.push((isKept ? before : fresh).length)
      }
      const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024)
      return `${sizes.length - kept} pictures are new, ${kept} are as they were; ${kilobytes} KiB together.`
    }
  }
}

/** Fonts and pictures are there, the price is known, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.getByText(say('asking the price')).first().waitFor({ state: 'hidden' })
  await page.evaluate(async () => {
    await document.fonts.ready
    // One that is not drawn, as the guide's of the other theme, is never read in.
    const pictures = [...document.images].filter((picture) => {
      const { top, width } = picture.getBoundingClientRect()
      return width > 0 && top < window.innerHeight
    })
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  })
  await page.waitForTimeout(250)
}

/** Where words stand that are others with every run, and what glows as time goes on. */
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
    for (const door of document.querySelectorAll('[style*="--h"]')) add(door.getBoundingClientRect())
    return regions
  })
}
