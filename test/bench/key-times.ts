import type { Page } from '@playwright/test'
import type { MeasuredPage } from './page-thread.ts'

/** A key press. `inMs`: milliseconds from the press to the painted frame. `text`: content of the observed element in that frame. */
export type KeyTime = { readonly inMs: number; readonly text: string }

type Measured = MeasuredPage & { reportKey?: (time: KeyTime) => void }

/**
 * Starts measuring key presses in the page. A measurement starts at the key event. It ends in the first event loop task after the next
 * animation frame. By then, the frame has been laid out and painted. `selector`: element whose content is recorded.
 */
export async function observeKeys(page: Page, selector: string): Promise<void> {
  await page.evaluate((observed) => {
    const measured = globalThis as Measured
    let pressedAt = 0
    window.addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true })
    // Kiln's text editors prevent the default action of `beforeinput`, so `input` isn't fired.
    window.addEventListener(
      'beforeinput',
      () => {
        requestAnimationFrame(() => {
          const element = document.querySelector(observed)
          const text = element instanceof HTMLTextAreaElement ? element.value : (element?.textContent ?? '')
          const after = new MessageChannel()
          after.port1.addEventListener('message', () => {
            const inMs = performance.now() - pressedAt
            measured.endMeasurement?.()
            measured.reportKey?.({ inMs, text })
          })
          after.port1.start()
          after.port2.postMessage(null)
        })
      },
      { capture: true }
    )
  }, selector)
}

/** Presses a key that enters text, waits for the painted frame, and returns the measurement. The page must be observed by `observeKeys`. */
export async function timeKey(page: Page, key: string): Promise<KeyTime> {
  const time = await awaitKey(page)
  await page.keyboard.press(key)
  return time.painted()
}

/** Prepares the page before a key press. The page then has nothing else to do while the press is measured. */
export async function awaitKey(page: Page): Promise<{ readonly painted: () => Promise<KeyTime> }> {
  const painted = page.evaluate(() => new Promise<KeyTime>((resolve) => ((globalThis as Measured).reportKey = resolve)))
  // Waits until the page has set `reportKey`.
  await page.evaluate(() => null)
  return { painted: () => painted }
}
