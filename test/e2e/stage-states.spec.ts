import { expect, test } from '@playwright/test'
import { expectAccessible, finishAnimations, openConnectedFixture, type AppFixture } from './open-window.ts'
import { leastWindowAtTwiceTheText, outOfReach } from './out-of-reach.ts'
import { readFromRightToLeft } from './read-from-right-to-left.ts'
import { rtlLayoutFaults } from './rtl-layout-faults.ts'
import { smallTargets } from './small-targets.ts'
import { forEachStageState } from './stage-states.ts'

let fixture: AppFixture

// Long, because each test checks about twenty states.
test.describe.configure({ timeout: 600_000 })
test.beforeEach(async () => {
  fixture = await openConnectedFixture({ timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

test('the stage is accessible in every state, and everything that can be pressed is at least 24 pixels large', async () => {
  const { page } = fixture.kiln
  await forEachStageState(fixture, async (state) => {
    await expectAccessible(page)
    expect(await page.evaluate(smallTargets), state).toEqual([])
  })
})

test('with text at twice the size in the smallest window, every control of the stage can be reached', async () => {
  const { page } = fixture.kiln
  await page.setViewportSize(leastWindowAtTwiceTheText)
  await forEachStageState(fixture, async (state) => {
    await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
    await expect.poll(() => outOfReach(page), state).toEqual([])
  })
})

test('the stage is laid out from right to left, and nothing is cut off', async () => {
  const { app, page } = fixture.kiln
  await readFromRightToLeft(app, page)
  await forEachStageState(fixture, async (state) => {
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
