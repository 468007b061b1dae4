import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { launchKiln, type RunningKiln } from '../e2e/launch-kiln.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { launchSelfTest, type SelfTest } from '../runtime/self-test/launch-self-test.ts'
import { build } from '../tools/build.ts'
import { awaitKey, observeKeys } from './key-times.ts'
import { runInKiln } from './library.ts'
import { megabytes, memoryOf, type PageMemory } from './page-memory.ts'
import { type MeasuredPage, openPageThread } from './page-thread.ts'
import { type BenchReport, type BenchRow, medianOf, percentileOf } from './report.ts'
import {
  type BenchForm,
  createEmptyFixture,
  createStageFixture,
  firstForm,
  largeForm,
  largeFormImageCount,
  largeImagePaths,
  runsPerForm,
  secondForm
} from './stage-fixture.ts'

const openings = 12
const keyRounds = 8
const keys = ['a', 'r', 'e', 'd', 'Space', 'f', 'o', 'x', 'Space', 't'] as const
const memoryRounds = 3
const switches = 50
const maxWorkInMs = 16
const maxOpeningRatio = 1.3
const maxMemoryRatio = 1.3
const maxHeapRatio = 1.1

/**
 * Measures Compose with 500 runs on the stage, in the real window. Compares it with the same form without runs, and with plain pages. The
 * windows take turns, so that a busy machine slows all of them. The plain pages need the stand-in runtime.
 */
export async function run(): Promise<BenchReport> {
  await build()
  const runtime = chooseRuntime()
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-stage-'))
  try {
    const [none, many] = [await createEmptyFixture(), await createStageFixture()]
    const rows = await measureForms(folder, none, many, runtime === 'stand-in')
    const memories = { stage: [] as PageMemory[], bare: [] as PageMemory[] }
    for (let round = 0; round < memoryRounds; round += 1) {
      const { memory, tile } = await runInKiln(many, measureLargeImages)
      memories.stage.push(memory)
      if (runtime === 'stand-in') memories.bare.push(await measureBareImages(join(folder, 'bare'), many, tile))
    }
    const on = runtime === 'electron' ? 'real Electron' : 'the stand-in runtime'
    return { title: `Compose with ${runsPerForm} runs on the stage, on ${on}`, rows: [...rows, ...memoryRows(memories)] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureForms(folder: string, none: string, many: string, hasBarePage: boolean): Promise<readonly BenchRow[]> {
  const empty = await measured(await launchKiln({ userDataDir: none }))
  const full = await measured(await launchKiln({ userDataDir: many }))
  const bare = hasBarePage ? await measured(await openTextArea(join(folder, 'text-area'))) : null
  try {
    const opened = await measureOpenings(empty, full)
    const typed = await measureKeys({ empty, full, bare })
    const heaps = await measureSwitches(full)
    return [...openingRows(opened), ...keyRows(typed), heapRow(heaps)]
  } finally {
    await Promise.all([empty, full, ...(bare === null ? [] : [bare])].map(({ app }) => app.close()))
  }
}

/** A window of the benchmark, with a function that measures work in its page. */
type Measured = { readonly app: ElectronApplication; readonly page: Page; readonly timed: Awaited<ReturnType<typeof openPageThread>> }

async function measured({ app, page }: { readonly app: ElectronApplication; readonly page: Page }): Promise<Measured> {
  return { app, page, timed: await openPageThread({ app, page }) }
}

/** Times in milliseconds. `own`: CPU time of the page's main thread. Empty if the system doesn't report it. */
type Times = { readonly own: number[]; readonly elapsed: number[] }

/** Returns the CPU times if they are known, otherwise the elapsed times. Time spent waiting for a core says nothing about Kiln. */
function workOf({ own, elapsed }: Times): readonly number[] {
  return own.length > 0 ? own : elapsed
}

function describe(times: readonly number[]): string {
  return `${medianOf(times).toFixed(1)} ms, p95 ${percentileOf(times, 0.95).toFixed(1)} ms`
}

type Openings = { readonly empty: Times; readonly full: Times; readonly results: number[]; readonly images: number[] }

async function measureOpenings(empty: Measured, full: Measured): Promise<Openings> {
  const opened: Openings = { empty: { own: [], elapsed: [] }, full: { own: [], elapsed: [] }, results: [], images: [] }
  for (let round = 0; round <= openings; round += 1) {
    for (const [name, window] of [['empty', empty] as const, ['full', full] as const]) {
      const open = async (): ReturnType<typeof formOpener> => {
        await showGallery(window.page)
        return formOpener(window.page, firstForm, name === 'full')
      }
      const timedOpening = await open()
      const own = await window.timed(() => timedOpening(true))
      const plainOpening = await open()
      const { form, results, images } = await plainOpening(false)
      // The first round loads the code of the view.
      if (round === 0) continue
      if (own !== null) opened[name].own.push(own)
      opened[name].elapsed.push(form)
      if (name === 'empty') continue
      opened.results.push(results)
      opened.images.push(images)
    }
  }
  return opened
}

/** Shows the gallery, and waits until the page is idle. */
async function showGallery(page: Page): Promise<void> {
  await mainLink(page, 'Gallery').click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.waitForTimeout(1_000)
  await page.evaluate(async () => {
    for (let time = 0; time < 5; time += 1) await new Promise((resolve) => requestIdleCallback(resolve))
  })
}

function mainLink(page: Page, name: string): ReturnType<Page['getByRole']> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true })
}

/**
 * Milliseconds from pressing the form's link to a frame. `form`: with the prompt. `results`: with the newest run. `images`: with all images
 * of the drawn runs. All are the same for a form without runs.
 */
type OpeningTimes = { readonly form: number; readonly results: number; readonly images: number }

/**
 * Returns a function that opens a form. The link is found in advance, because Playwright's search keeps the page busy. If `isMeasured` is
 * true, the measurement of the page's thread ends with the form's first frame.
 */
async function formOpener(page: Page, { title }: BenchForm, hasRuns: boolean): Promise<(isMeasured: boolean) => Promise<OpeningTimes>> {
  const found = await mainLink(page, title).elementHandle()
  if (found === null) throw new Error(`The sidebar has no link to ${title}.`)
  return (isMeasured) =>
    found.evaluate(
      async (link, wanted) => {
        const openedAt = performance.now()
        const frameWith = (isThere: () => boolean): Promise<number> =>
          new Promise((resolve) => {
            const look = (): void => {
              if (!isThere()) {
                requestAnimationFrame(look)
                return
              }
              const after = new MessageChannel()
              after.port1.addEventListener('message', () => resolve(performance.now() - openedAt))
              after.port1.start()
              after.port2.postMessage(null)
            }
            requestAnimationFrame(look)
          })
        const imagesOf = (view: Document): HTMLImageElement[] => [...view.querySelectorAll<HTMLImageElement>('[data-output] img')]
        ;(link as HTMLElement).click()
        const form = await frameWith(() => {
          const view = document.querySelector('main')
          return view?.getAttribute('aria-label') === wanted.title && view.querySelector('[role=textbox]') !== null
        })
        if (wanted.isMeasured) (globalThis as MeasuredPage).endMeasurement?.()
        if (!wanted.hasRuns) return { form, results: form, images: form }
        const results = await frameWith(() => imagesOf(document).length > 0)
        const images = await frameWith(() => imagesOf(document).every(({ complete }) => complete))
        return { form, results, images }
      },
      { title, hasRuns, isMeasured }
    )
}

async function openForm(page: Page, form: BenchForm): Promise<void> {
  const open = await formOpener(page, form, true)
  await open(false)
}

function openingRows({ empty, full, results, images }: Openings): readonly BenchRow[] {
  const ratio = medianOf(workOf(full)) / medianOf(workOf(empty))
  const elapsedRatio = medianOf(full.elapsed) / medianOf(empty.elapsed)
  return [
    {
      name: 'open the form: work until its first frame',
      value: `${describe(workOf(full))}; without runs ${describe(workOf(empty))}; ${ratio.toFixed(2)}x`,
      gate: `at most ${maxOpeningRatio}x`,
      ok: ratio <= maxOpeningRatio
    },
    {
      name: 'open the form: press to its first frame',
      value: `${describe(full.elapsed)}; without runs ${describe(empty.elapsed)}; ${elapsedRatio.toFixed(2)}x`
    },
    {
      name: 'open the form: press to the newest run',
      value: `${describe(results)}; ${(medianOf(results) / medianOf(empty.elapsed)).toFixed(2)}x the form without runs`
    },
    { name: 'open the form: press to all images', value: describe(images) }
  ]
}

type Windows = { readonly empty: Measured; readonly full: Measured; readonly bare: Measured | null }
type KeyPresses = { readonly [name in keyof Windows]: Times }

/** Types the same text in each window in turn. Returns the time of each key press. The forms must be open. */
async function measureKeys(windows: Windows): Promise<KeyPresses> {
  const times: KeyPresses = { empty: { own: [], elapsed: [] }, full: { own: [], elapsed: [] }, bare: { own: [], elapsed: [] } }
  const used = (['bare', 'empty', 'full'] as const).flatMap((name) => {
    const window = windows[name]
    return window === null ? [] : [{ name, window, selector: name === 'bare' ? 'textarea' : 'main [role=textbox]' }]
  })
  for (const { window, selector } of used) {
    const { page } = window
    await page.locator(selector).first().focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await observeKeys(page, selector)
  }
  for (let round = 0; round <= keyRounds; round += 1) {
    for (const { name, window } of used) {
      for (const key of keys) {
        const { painted } = await awaitKey(window.page)
        let elapsed = 0
        const own = await window.timed(async () => {
          await window.page.keyboard.press(key)
          const { inMs, text } = await painted()
          if (!text.endsWith(key === 'Space' ? ' ' : key)) throw new Error(`The frame shows “${text}” without “${key}”.`)
          elapsed = inMs
        })
        // The first round is a warm-up.
        if (round > 0) times[name].elapsed.push(elapsed)
        if (round > 0 && own !== null) times[name].own.push(own)
        await window.page.waitForTimeout(60)
      }
    }
  }
  return times
}

function keyRows({ empty, full, bare }: KeyPresses): readonly BenchRow[] {
  const valueOf = (of: (times: Times) => readonly number[]): string => {
    const ratio = medianOf(of(full)) / medianOf(of(empty))
    const floor = of(bare).length === 0 ? '' : `; bare text area ${describe(of(bare))}`
    return `${describe(of(full))}; without runs ${describe(of(empty))}; ${ratio.toFixed(2)}x${floor}`
  }
  const work = medianOf(workOf(full))
  return [
    {
      name: 'key press in the prompt: work until the frame',
      value: valueOf(workOf),
      gate: `median at most ${maxWorkInMs} ms`,
      ok: work <= maxWorkInMs
    },
    { name: 'key press in the prompt: press to the frame', value: valueOf(({ elapsed }) => elapsed) }
  ]
}

async function openTextArea(userDataDir: string): Promise<SelfTest> {
  const started = await launchSelfTest(userDataDir)
  await started.page.evaluate(() => {
    document.body.innerHTML = '<textarea rows="6" cols="60"></textarea>'
  })
  return started
}

type Heaps = { readonly before: number; readonly after: number }

/**
 * Switches between two forms with 500 runs each. Returns the size of the page's objects in bytes, after the first switches and at the end.
 */
async function measureSwitches(kiln: Measured): Promise<Heaps> {
  const { page } = kiln
  const switchForms = async (count: number): Promise<number> => {
    for (let turn = 0; turn < count; turn += 1) {
      await openForm(page, turn % 2 === 0 ? secondForm : firstForm)
    }
    return (await memoryOf(kiln)).heap
  }
  // After the first switches, caches are full and all code is loaded.
  return { before: await switchForms(6), after: await switchForms(switches) }
}

function heapRow({ before, after }: Heaps): BenchRow {
  const ratio = after / before
  return {
    name: `page objects after ${switches} switches between two forms`,
    value: `${megabytes(after)}, before ${megabytes(before)}, ${ratio.toFixed(2)}x`,
    gate: `at most ${maxHeapRatio}x`,
    ok: ratio <= maxHeapRatio
  }
}

type Tile = { readonly width: number; readonly height: number }

/** Opens the form with twelve 4K images. Returns the page's memory, and the displayed size of an image in CSS pixels. */
async function measureLargeImages(kiln: RunningKiln): Promise<{ readonly memory: PageMemory; readonly tile: Tile }> {
  const { page } = kiln
  await mainLink(page, largeForm.title).waitFor()
  await openForm(page, largeForm)
  const images = page.locator('[data-output] img')
  const tile = await images.first().evaluate(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }))
  await waitUntilDrawn(page, '[data-output] img')
  return { memory: await memoryOf(kiln), tile }
}

/** Shows the same files in a page that contains nothing else, at the same size. Returns the page's memory. */
async function measureBareImages(userDataDir: string, dataDir: string, { width, height }: Tile): Promise<PageMemory> {
  const files = largeImagePaths(dataDir)
  const image = (place: number): string => `<img src="/${place}.jpg" style="width:${width}px;height:${height}px">`
  const html = `<!doctype html><meta charset="utf-8"><title>Images</title>${files.map((_, place) => image(place)).join('')}`
  const server = createServer((request, response) => {
    const path = files[Number.parseInt(request.url?.slice(1) ?? '', 10)]
    if (path === undefined) response.setHeader('content-type', 'text/html').end(request.url === '/' ? html : '')
    else void readFile(path).then((bytes) => response.setHeader('content-type', 'image/jpeg').end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const started = await launchSelfTest(userDataDir)
  try {
    await started.page.setViewportSize({ width: 1280, height: 800 })
    await started.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await waitUntilDrawn(started.page, 'img')
    return await memoryOf(started)
  } finally {
    await started.app.close()
    server.close()
  }
}

/** Waits until the page has loaded and drawn the twelve images. `decode()` isn't used, because it decodes at full size. */
async function waitUntilDrawn(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    ({ images, count }) => {
      const loaded = [...document.querySelectorAll<HTMLImageElement>(images)].filter(
        ({ complete, naturalWidth }) => complete && naturalWidth === 3840
      )
      return loaded.length === count
    },
    { images: selector, count: largeFormImageCount }
  )
  // Gives Chromium time to free the decoded images that aren't displayed.
  await page.waitForTimeout(5_000)
}

function memoryRows({ stage, bare }: { readonly stage: readonly PageMemory[]; readonly bare: readonly PageMemory[] }): readonly BenchRow[] {
  const of = (all: readonly PageMemory[]): number => medianOf(all.flatMap(({ whole }) => whole ?? []))
  const name = `page memory with ${largeFormImageCount} 4K images`
  const [ours, floor] = [of(stage), of(bare)]
  if (Number.isNaN(ours)) return []
  if (Number.isNaN(floor)) return [{ name, value: megabytes(ours) }]
  const ratio = ours / floor
  return [
    {
      name,
      value: `${megabytes(ours)}, bare page ${megabytes(floor)}, ${ratio.toFixed(2)}x`,
      gate: `at most ${maxMemoryRatio}x`,
      ok: ratio <= maxMemoryRatio
    }
  ]
}
