import { expect, test, type Page } from '@playwright/test'
import { expectAccessible, finishAnimations, openConnectedFixture, type AppFixture } from './open-window.ts'
import { forcedColourFaults } from './forced-colour-faults.ts'
import { minWindowAtDoubleTextSize, unreachableControls } from './unreachable-controls.ts'
import { simulateRightToLeft } from './simulate-right-to-left.ts'
import { rtlLayoutFaults } from './rtl-layout-faults.ts'
import { smallTargets } from './small-targets.ts'
import { forEachStageState } from './stage-states.ts'
import { forEachStudioState, studioOptions } from './studio-states.ts'

let fixture: AppFixture

// Long, because each test checks about twenty states.
test.describe.configure({ timeout: 600_000 })
test.beforeEach(async () => {
  fixture = await openConnectedFixture({ ...studioOptions, timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

for (const [views, forEachState] of [
  ['the stage', forEachStageState],
  ['drafts, selections, the queue and editors', forEachStudioState]
] as const) {
  test(`${views}: no accessibility violations, targets of 24 pixels, and visible focus and selection with forced colours`, async () => {
    const { page } = fixture.kiln
    await forEachState(fixture, async (state) => {
      await expectAccessible(page)
      expect(await page.evaluate(smallTargets), state).toEqual([])
      await withForcedColours(page, async () => expect(await page.evaluate(forcedColourFaults), state).toEqual([]))
    })
    await test.step('the check finds a focus that can’t be seen', async () => {
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(':focus-visible { outline: 1px solid ButtonBorder !important }')
        document.adoptedStyleSheets.push(sheet)
      })
      await withForcedColours(page, async () => expect(await page.evaluate(forcedColourFaults)).not.toEqual([]))
    })
  })

  test(`${views}: every control can be reached with text at twice the size in the smallest window`, async () => {
    const { page } = fixture.kiln
    await page.setViewportSize(minWindowAtDoubleTextSize)
    await forEachState(fixture, async (state) => {
      await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
      await expect.poll(() => unreachableControls(page), state).toEqual([])
    })
  })

  test(`${views}: laid out from right to left, with nothing cut off`, async () => {
    const { app, page } = fixture.kiln
    await simulateRightToLeft(app, page)
    await forEachState(fixture, async (state) => {
      for (const size of [
        { width: 900, height: 600 },
        { width: 1280, height: 800 }
      ]) {
        await page.setViewportSize(size)
        await finishAnimations(page)
        await expect.poll(() => page.evaluate(rtlLayoutFaults), `${state} at ${size.width} by ${size.height}`).toEqual([])
      }
    })
  })
}

async function withForcedColours(page: Page, look: () => Promise<void>): Promise<void> {
  // Pressing a key makes the page show the focus.
  await page.keyboard.press('Shift')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await look()
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
}
