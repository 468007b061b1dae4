import type { ElectronApplication, Page } from '@playwright/test'

/**
 * Simulates a right-to-left language, because Kiln isn't translated into one yet. The main process gets the direction from `Intl` and
 * writes it into the page.
 */
export async function simulateRightToLeft(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(() => {
    Object.defineProperty(Intl.Locale.prototype, 'maximize', { value: () => ({ language: 'ar', script: 'Arab' }) })
  })
  await page.reload()
  await page.locator('html[dir=rtl]').waitFor()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
}
