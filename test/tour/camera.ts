import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

const windows = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 }
] as const
const themes = ['dark', 'light'] as const

/** A picture on disk stays when fewer of its pixels than this have changed: times of day and ids change with every run. */
const changeThatCounts = 0.003

export type Camera = {
  /** Takes a view in both themes and both window sizes. */
  readonly take: (view: string) => Promise<void>
  /** Writes what was taken; says in a sentence what that was. */
  readonly develop: () => Promise<string>
}

export async function openCamera(page: Page, folder: string): Promise<Camera> {
  await mkdir(folder, { recursive: true })
  // Not at once: a view that is at work should look the same in all its pictures.
  const film: { readonly file: string; readonly png: Buffer }[] = []

  return {
    take: async (view) => {
      await page.mouse.move(0, 0)
      await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
      for (const theme of themes) {
        await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
        await page.locator(`html[data-theme=${theme}]`).waitFor()
        for (const size of windows) {
          await page.setViewportSize(size)
          await settle(page)
          film.push({
            file: `${view}-${theme}-${size.width}.webp`,
            png: await page.screenshot({ animations: 'disabled', caret: 'hide' })
          })
        }
      }
      await page.setViewportSize(windows[0])
    },
    develop: async () => {
      const sizes: number[] = []
      let kept = 0
      for (const { file, png } of film) {
        const path = join(folder, file)
        const before = await readFile(path).catch(() => null)
        const isKept = before !== null && (await changedPart(before, png)) < changeThatCounts
        const picture = isKept ? before : await sharp(png).webp({ quality: 82, effort: 6, smartSubsample: true }).toBuffer()
        if (isKept) kept += 1
        else await writeFile(path, picture)
        sizes.push(picture.length)
      }
      const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024)
      return `${sizes.length - kept} pictures are new, ${kept} are as they were; ${kilobytes} KiB together.`
    }
  }
}

/** Fonts and pictures are there, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const pictures = [...document.images].filter((picture) => picture.getBoundingClientRect().top < window.innerHeight)
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  })
  await page.waitForTimeout(250)
}

/** Part of the pixels that differ visibly, 0 to 1. Both are looked at in a quarter of their size, so that the compression does not count. */
async function changedPart(before: Buffer, after: Buffer): Promise<number> {
  const [old, fresh] = await Promise.all([before, after].map(smallPixels))
  if (old === undefined || fresh === undefined || old.length !== fresh.length) return 1
  let changed = 0
  for (let at = 0; at < old.length; at += 1) if (Math.abs((old[at] ?? 0) - (fresh[at] ?? 0)) > 32) changed += 1
  return changed / old.length
}

async function smallPixels(picture: Buffer): Promise<Buffer> {
  const { width } = await sharp(picture).metadata()
  return sharp(picture)
    .resize(Math.round(width / 4))
    .greyscale()
    .raw()
    .toBuffer()
}
