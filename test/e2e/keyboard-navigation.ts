import type { Page } from '@playwright/test'

/**
 * Presses Tab until an element that matches the CSS selector `kind` has the focus. Its label must start with `name`. Throws after 80
 * presses.
 */
export async function tabTo(page: Page, name: string, kind = '*'): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.evaluate(
      ([wanted, selector]) => {
        const focused = document.activeElement
        if (!(focused instanceof HTMLElement) || !focused.matches(selector)) return false
        const label =
          focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? (focused.labels?.[0]?.textContent ?? '') : ''
        return [focused.getAttribute('aria-label') ?? '', label, focused.textContent ?? ''].some((text) => text.trim().startsWith(wanted))
      },
      [name, kind] as const
    )
  for (let press = 0; press < 80; press += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches “${name}”.`)
}

/** Connects through the welcome view. */
export async function connectByKeyboard(page: Page, baseUrl: string, apiKey: string): Promise<void> {
  await tabTo(page, 'Base URL')
  await page.keyboard.type(baseUrl)
  await tabTo(page, 'API key')
  await page.keyboard.type(apiKey)
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
}
