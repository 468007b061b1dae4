import { rm } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import type { AppFixture } from './open-window.ts'
import { expectAccessible, openConnectedFixture, pathOfResult, tasksOf } from './open-window.ts'
import { smallTargets } from './small-targets.ts'
import { make, openFormByPalette } from './stage-states.ts'

let fixture: AppFixture
test.beforeEach(async () => {
  fixture = await openConnectedFixture()
})
test.afterEach(async () => fixture.close())

const runsOf = (page: Page): Locator => page.getByRole('list', { name: 'Runs' })
const isPlaying = (media: Locator): Promise<boolean> =>
  media.evaluate((player: HTMLMediaElement) => !player.paused && player.currentTime > 0)

/** Generates a run of two videos. */
async function makeBatchOfVideos(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const values = { prompt: 'Ridges at dusk', duration: 3 }
    const source = { way: 'seeds', count: 2, first: 1 } as const
    const plan = await window.kiln.request('batch.plan', { ticket: 'plan', capability: 'text-to-video', values, source })
    if (!plan.ok) throw new Error(plan.message)
    const batch = await window.kiln.request('batch.start', { plan: plan.value.id, skipInvalid: false })
    if (!batch.ok) throw new Error(batch.message)
  })
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase)).toEqual(['done', 'done'])
}

test('a video of several plays in its tile, one at a time, by pointer and by keyboard', async () => {
  const { page } = fixture.kiln
  await makeBatchOfVideos(page)
  await openFormByPalette(page, 'Text to video')
  const runs = runsOf(page)
  const covers = runs.getByRole('button', { name: 'Play here' })
  const video = runs.locator('video:not([aria-hidden])')
  await expect(covers).toHaveCount(2)
  await expect(video).toHaveCount(0)

  await covers.last().click()
  await expect(video).toHaveCount(1)
  await expect.poll(() => isPlaying(video)).toBe(true)
  const last = await video.getAttribute('src')
  await expectAccessible(page)
  expect(await page.evaluate(smallTargets)).toEqual([])
  await covers.click()
  await expect(video).toHaveCount(1)
  await expect(video).not.toHaveAttribute('src', last ?? '')
  await expect.poll(() => isPlaying(video)).toBe(true)

  await page.keyboard.press('Space')
  await expect.poll(() => isPlaying(video)).toBe(false)
  await expect(page.getByRole('group', { name: 'Large view' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(video).toHaveCount(0)
  const tile = runs.getByRole('button', { name: /^Open Ridges at dusk, 1/ })
  await expect(tile).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(covers.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(video).toHaveAttribute('src', last ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(tile).toBeFocused()
  await expect(video).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Ridges at dusk' }).waitFor()
})

test('the player of the newest run closes the player of a tile, and rests below the large view', async () => {
  const { page } = fixture.kiln
  for (const seed of [1, 2]) await make(page, 'sound-effects', { prompt: `Rain ${seed}`, duration: 4, seed })
  await openFormByPalette(page, 'Sound effects')
  const runs = runsOf(page)
  const audio = runs.locator('audio')
  await expect(audio).toHaveCount(1)
  await runs.getByRole('button', { name: 'Play here' }).click()
  await expect(audio).toHaveCount(2)
  await expect.poll(() => isPlaying(audio.first())).toBe(true)
  await expectAccessible(page)
  await runs.getByRole('group', { name: 'Playback controls for Rain 2' }).getByRole('button', { name: 'Play' }).click()
  await expect(audio).toHaveCount(1)
  await expect.poll(() => isPlaying(audio)).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => isPlaying(audio)).toBe(false)

  await runs.getByRole('button', { name: /^Open Rain 2/ }).press(' ')
  const large = page.getByRole('group', { name: 'Large view' })
  await expect(large).toBeFocused()
  await expect.poll(() => large.locator('audio').evaluate((player: HTMLAudioElement) => player.readyState)).toBe(4)
  await page.keyboard.press('Space')
  await expect.poll(() => isPlaying(large.locator('audio'))).toBe(true)
  expect(await isPlaying(audio)).toBe(false)
})

test('a file that can’t be played in its tile is an error, and the cover returns', async () => {
  const { page } = fixture.kiln
  await makeBatchOfVideos(page)
  for (const result of (await tasksOf(page)).flatMap(({ results }) => results)) await rm(await pathOfResult(page, result))
  // The gallery may already have loaded the videos.
  await page.reload()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await openFormByPalette(page, 'Text to video')
  const runs = runsOf(page)
  const covers = runs.getByRole('button', { name: 'Play here' })
  await covers.last().click()
  await expect(page.getByText('This file couldn’t be played.').first()).toBeVisible()
  await expect(runs.locator('video:not([aria-hidden])')).toHaveCount(0)
  await expect(covers).toHaveCount(2)
})
