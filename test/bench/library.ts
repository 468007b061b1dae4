import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { openIndex } from '../../electron/library/index/open-index.ts'
import { unfilteredQuery } from '../../shared/library/library.ts'
import { launchKiln, type RunningKiln } from '../e2e/launch-kiln.ts'
import { build } from '../tools/build.ts'
import { largeImageCount, createLibraryFixtures } from './library-fixture.ts'
import { megabytes, memoryOf, type PageMemory } from './page-memory.ts'
import { type BenchReport, type BenchRow, medianOf, percentileOf } from './report.ts'

const many = 50_000
const some = 500
const launches = 5
const thumbnailRounds = 7
/** Number of copies of each large image. There are several copies, so that a round takes seconds. They differ in a byte at the end. */
const thumbnailCopies = 8
/** Minimum speed relative to sharp's native build. It is lower on Linux, where Kiln uses sharp's WebAssembly build. */
const leastOfSharp = process.platform === 'linux' ? 0.35 : 0.9
const manyThumbnails = 10_000
/** Rare words, common words, prefixes, several words, and an excluded word. */
const searches = [
  'a',
  'light',
  'cobalt',
  'li',
  'sea vase',
  'karen',
  'sta',
  'the morning -dune',
  '"in the"',
  'seed 4711',
  'upscaler',
  'kept'
]
const searchRounds = 5
/** Number of images viewed before memory is measured. Both libraries need the same number, because the runtime caches drawn images. */
const viewedImages = 480

/**
 * Measures a library of 50,000 results in the real window. Compares it with a library of 500 results, an empty library, and plain pages
 * without Kiln's code.
 */
export async function run(): Promise<BenchReport> {
  await build()
  const [none, few, all] = await createLibraryFixtures([0, some, many])
  if (none === undefined || few === undefined || all === undefined) throw new Error('The libraries weren’t created.')
  for (const folder of [none, few, all]) await connectToPracticeService(folder)

  const openings = { none: [] as Opening[], all: [] as Opening[] }
  for (let round = 0; round <= launches; round += 1) {
    for (const [name, folder] of [['none', none] as const, ['all', all] as const]) {
      const opening = await runInKiln(folder, measureLibraryOpening)
      // The first round warms the disk cache.
      if (round > 0) openings[name].push(opening)
    }
  }
  const rows: BenchRow[] = [...openingRows(openings)]

  const fewMemory = await runInKiln(few, async (kiln) => {
    await measureLibraryOpening(kiln)
    await lookThrough(kiln.page, viewedImages)
    return memoryOf(kiln)
  })
  await runInKiln(all, async (kiln) => {
    const { page, runtime } = kiln
    await measureLibraryOpening(kiln)
    // The same steps as for the small library, with the same number of viewed images.
    await lookThrough(page, viewedImages)
    const memory = await memoryOf(kiln)
    const scrolled = await scrollThrough(page)
    rows.push(...scrollRows(scrolled, await plainScroll(page)), ...jumpRows(await jumpAbout(page)))
    rows.push(...memoryRows(memory, fewMemory))
    rows.push(...searchRows(await searchInWindow(page), await facetsInWindow(page)))
    rows.push(...viewerRows(await goThrough(page)))
    return runtime
  })
  rows.push(...indexRows(await searchInIndex(all)))
  rows.push(...thumbnailRows(await makeThumbnails(all)))
  const width = `${many.toLocaleString('en')} results`
  return { title: `Library with ${width}, in the window`, rows }
}

/** Runs `work` in the app's window. The data folder must already be connected to the practice service. */
export async function runInKiln<T>(folder: string, work: (kiln: RunningKiln) => Promise<T>): Promise<T> {
  const kiln = await launchKiln({ userDataDir: folder })
  try {
    return await work(kiln)
  } finally {
    await kiln.app.close()
  }
}

/** Opens Kiln and connects it to the practice service. Then runs `prepare` in the window. */
export async function connectToPracticeService(
  folder: string,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve()
): Promise<void> {
  await runInKiln(folder, async ({ page }) => {
    const openingButton = page.getByRole('button', { name: /^Try the practice service/ })
    const gallery = page.getByRole('main', { name: 'Gallery' })
    await openingButton.or(gallery).first().waitFor()
    if (await openingButton.isVisible()) await openingButton.click()
    await gallery.waitFor()
    await prepare(page)
  })
}

type Opening = {
  /** Time from pressing "Library" to the first frame that shows tiles or the empty state, in milliseconds. */
  readonly painted: number
  /** Time from pressing "Library" to the frame in which every visible tile has its image, in milliseconds. */
  readonly pictures: number
  /** Time from page start to the frame that `painted` describes, in milliseconds. "Library" is pressed as early as possible. */
  readonly sinceStart: number
}

export async function measureLibraryOpening({ page }: RunningKiln): Promise<Opening> {
  const openingButton = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Library/ })
  await openingButton.waitFor()
  return openingButton.evaluate(
    (button) =>
      new Promise<Opening>((resolve) => {
        let painted: number | null = null
        let sinceStart = 0
        const pressedAt = performance.now()
        ;(button as HTMLElement).click()
        const look = (): void => {
          const cells = [...document.querySelectorAll<HTMLElement>('[role=gridcell][data-cell]')]
          const isEmpty = [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === 'No results yet')
          const seen = cells.filter((cell) => {
            const { top, bottom } = cell.getBoundingClientRect()
            return bottom > 0 && top < innerHeight
          })
          const isThere = isEmpty || (seen.length > 0 && seen.every((cell) => cell.getAttribute('aria-busy') !== 'true'))
          const hasPictures = isThere && seen.every((cell) => cell.querySelector('[data-shown]') !== null)
          if (!isThere || (painted !== null && !hasPictures)) {
            requestAnimationFrame(look)
            return
          }
          const after = new MessageChannel()
          after.port1.addEventListener('message', () => {
            const now = performance.now()
            if (painted === null) {
              painted = now - pressedAt
              sinceStart = now
            }
            if (hasPictures) resolve({ painted, pictures: now - pressedAt, sinceStart })
            else requestAnimationFrame(look)
          })
          after.port1.start()
          after.port2.postMessage(null)
        }
        requestAnimationFrame(look)
      })
  )
}

function openingRows({ none, all }: { readonly none: readonly Opening[]; readonly all: readonly Opening[] }): readonly BenchRow[] {
  const of = (openings: readonly Opening[], what: keyof Opening): number => medianOf(openings.map((one) => one[what]))
  const ratio = of(all, 'sinceStart') / of(none, 'sinceStart')
  return [
    {
      name: 'page start to the first painted grid',
      value: `${Math.round(of(all, 'sinceStart'))} ms, empty library ${Math.round(of(none, 'sinceStart'))} ms, ${ratio.toFixed(2)}x`,
      gate: 'at most 1.5x',
      ok: ratio <= 1.5
    },
    {
      name: 'click to the first painted grid',
      value: `${Math.round(of(all, 'painted'))} ms, empty library ${Math.round(of(none, 'painted'))} ms`
    },
    { name: 'click to all visible images', value: `${Math.round(of(all, 'pictures'))} ms` }
  ]
}

type Scroll = { readonly frames: readonly number[]; readonly blanks: number; readonly tiles: number }

/** Scrolls by 24 pixels in each of 600 frames. A tile counts as blank if it shows nothing after being visible for 100 ms. */
async function scrollThrough(page: Page): Promise<Scroll> {
  const grid = page.getByRole('grid', { name: 'Library' })
  return grid.evaluate(
    (element) =>
      new Promise<Scroll>((resolve) => {
        const scroller = element.parentElement?.parentElement
        if (!(scroller instanceof HTMLElement)) throw new Error('The grid has no scroll container.')
        const frames: number[] = []
        const seenSince = new Map<Element, number>()
        const judged = new Set<Element>()
        let blanks = 0
        let top = 0
        let last: number | null = null
        const step = (now: number): void => {
          if (last !== null) frames.push(now - last)
          last = now
          const end = top + scroller.clientHeight
          for (const row of element.querySelectorAll<HTMLElement>('[role=row]')) {
            const rowTop = Number(/\((-?[\d.]+)px/.exec(row.style.transform)?.[1])
            const isSeen = rowTop + Number.parseFloat(row.style.height) > top && rowTop < end
            for (const cell of row.querySelectorAll('[data-cell]')) {
              if (!isSeen) seenSince.delete(cell)
              else if (!seenSince.has(cell)) seenSince.set(cell, now)
              else if (!judged.has(cell) && now - (seenSince.get(cell) ?? now) >= 100) {
                judged.add(cell)
                if (cell.querySelector('[data-shown]') === null) blanks += 1
              }
            }
          }
          if (frames.length >= 600) {
            resolve({ frames, blanks, tiles: judged.size })
            return
          }
          top += 24
          scroller.scrollTop = top
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      })
  )
}

/**
 * Scrolls screen by screen from the top until enough images have been viewed. Waits for all images on each screen. Then scrolls back to the
 * top.
 */
async function lookThrough(page: Page, pictures: number): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Library' })
  await grid.evaluate(async (element, enough) => {
    const scroller = element.parentElement?.parentElement
    if (!(scroller instanceof HTMLElement)) throw new Error('The grid has no scroll container.')
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const seen = new Set<string | null>()
    for (;;) {
      await frame()
      const { top, bottom } = scroller.getBoundingClientRect()
      const inSight = [...element.querySelectorAll('[data-cell]')].filter((cell) => {
        const box = cell.getBoundingClientRect()
        return box.bottom > top && box.top < bottom
      })
      if (inSight.length === 0 || inSight.some((cell) => cell.querySelector('[data-shown]') === null)) continue
      for (const cell of inSight) seen.add(cell.getAttribute('data-cell'))
      if (seen.size >= enough) break
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) throw new Error(`Only ${seen.size} images were found.`)
      scroller.scrollTop += scroller.clientHeight
    }
    scroller.scrollTop = 0
    await frame()
  }, pictures)
}

/**
 * Scrolls 600 plain images in the same window. Their sources are those of the grid's images. All images are added before scrolling. Returns
 * the frame times in milliseconds.
 */
async function plainScroll(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    () =>
      new Promise<readonly number[]>((resolve) => {
        const shown = [...document.querySelectorAll<HTMLImageElement>('[data-cell] img')].map(({ src }) => src)
        const sheet = document.createElement('div')
        sheet.style.cssText = 'position:fixed;inset:0;z-index:9999;overflow:auto;background:#222'
        const long = document.createElement('div')
        long.style.cssText = 'position:relative;height:20000px'
        for (let place = 0; place < 600; place += 1) {
          const image = document.createElement('img')
          image.src = shown[place % shown.length] ?? ''
          image.style.cssText = `position:absolute;left:${(place % 5) * 200}px;top:${Math.floor(place / 5) * 166}px;width:196px;height:162px;object-fit:cover`
          long.append(image)
        }
        sheet.append(long)
        document.body.append(sheet)
        const frames: number[] = []
        let top = 0
        let last: number | null = null
        const step = (now: number): void => {
          if (last !== null) frames.push(now - last)
          last = now
          if (frames.length >= 600) {
            sheet.remove()
            resolve(frames)
            return
          }
          top += 24
          sheet.scrollTop = top
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      })
  )
}

function scrollRows({ frames, blanks, tiles }: Scroll, plain: readonly number[]): readonly BenchRow[] {
  const [p95, floor] = [percentileOf(frames, 0.95), percentileOf(plain, 0.95)]
  return [
    {
      name: 'scroll: frame, p95',
      value: `${p95.toFixed(1)} ms, median ${medianOf(frames).toFixed(1)} ms, plain images p95 ${floor.toFixed(1)} ms`,
      gate: 'at most 17 ms',
      ok: p95 <= 17
    },
    { name: 'scroll: tiles blank after 100 ms', value: `${blanks} of ${tiles}`, gate: 'none', ok: blanks === 0 }
  ]
}

/**
 * Jumps far along the scroll bar twenty times. Each jump ends when every visible tile shows its image. Returns the milliseconds of each
 * jump.
 */
async function jumpAbout(page: Page): Promise<readonly number[]> {
  const grid = page.getByRole('grid', { name: 'Library' })
  return grid.evaluate(async (element) => {
    const scroller = element.parentElement?.parentElement
    if (!(scroller instanceof HTMLElement)) throw new Error('The grid has no scroll container.')
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const times: number[] = []
    for (let jump = 1; jump <= 20; jump += 1) {
      scroller.scrollTop = ((jump * 7) % 21) * (scroller.scrollHeight / 22)
      const startedAt = performance.now()
      await frame()
      for (;;) {
        const now = await frame()
        const { top, bottom } = scroller.getBoundingClientRect()
        const seen = [...element.querySelectorAll('[data-cell]')].filter((cell) => {
          const box = cell.getBoundingClientRect()
          return box.bottom > top && box.top < bottom
        })
        if (seen.length > 0 && seen.every((cell) => cell.querySelector('[data-shown]') !== null)) {
          times.push(now - startedAt)
          break
        }
      }
    }
    return times
  })
}

function jumpRows(times: readonly number[]): readonly BenchRow[] {
  return [
    {
      name: 'scroll bar jump to all visible images',
      value: `${Math.round(medianOf(times))} ms, p95 ${Math.round(percentileOf(times, 0.95))} ms`
    }
  ]
}

function memoryRows(all: PageMemory, few: PageMemory): readonly BenchRow[] {
  const [mine, theirs] = all.whole === null || few.whole === null ? [all.heap, few.heap] : [all.whole, few.whole]
  return [
    {
      name: `page memory after ${viewedImages} images`,
      value: `${megabytes(mine)}, with ${some} results ${megabytes(theirs)}, ${(mine / theirs).toFixed(2)}x (objects ${megabytes(all.heap)}, ${megabytes(few.heap)})`,
      gate: 'at most 1.5x',
      ok: mine / theirs <= 1.5
    }
  ]
}

async function searchInWindow(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    async ({ words, rounds, whole }) => {
      const times: number[] = []
      for (let round = 0; round <= rounds; round += 1) {
        for (const search of words) {
          const startedAt = performance.now()
          const outcome = await window.kiln.request('library.query', { ...whole, search })
          if (!outcome.ok) throw new Error(outcome.message)
          if (round > 0) times.push(performance.now() - startedAt)
        }
      }
      return times
    },
    { words: searches, rounds: searchRounds, whole: unfilteredQuery }
  )
}

async function facetsInWindow(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    async ({ words, whole }) => {
      const times: number[] = []
      for (const search of words) {
        const startedAt = performance.now()
        const outcome = await window.kiln.request('library.facets', { ...whole, search })
        if (!outcome.ok) throw new Error(outcome.message)
        times.push(performance.now() - startedAt)
      }
      return times
    },
    { words: searches, whole: unfilteredQuery }
  )
}

function searchRows(queries: readonly number[], facets: readonly number[]): readonly BenchRow[] {
  return [
    {
      name: 'search, measured in the window',
      value: `${medianOf(queries).toFixed(1)} ms, p90 ${percentileOf(queries, 0.9).toFixed(1)} ms`
    },
    {
      name: 'filter counts, measured in the window',
      value: `${medianOf(facets).toFixed(1)} ms, p90 ${percentileOf(facets, 0.9).toFixed(1)} ms`
    }
  ]
}

/** Searches the same index file in this process. The page, the main process and the index thread aren't involved. */
async function searchInIndex(
  folder: string
): Promise<readonly { readonly search: string; readonly median: number; readonly found: number }[]> {
  const index = openIndex(join(folder, 'library.sqlite'))
  try {
    return searches.map((search) => {
      const times: number[] = []
      let found = 0
      for (let round = 0; round <= searchRounds; round += 1) {
        const startedAt = performance.now()
        found = index.page({ ...unfilteredQuery, search }).keys.length
        if (round > 0) times.push(performance.now() - startedAt)
      }
      return { search, median: medianOf(times), found }
    })
  } finally {
    index.close()
  }
}

function indexRows(all: readonly { readonly search: string; readonly median: number; readonly found: number }[]): readonly BenchRow[] {
  const slowest = all.toSorted((one, other) => other.median - one.median)[0]
  const median = medianOf(all.map((one) => one.median))
  return [
    {
      name: 'search in the index',
      value: `${median.toFixed(1)} ms, slowest ${slowest?.median.toFixed(1)} ms (“${slowest?.search}”, ${slowest?.found} found)`,
      gate: 'median at most 10 ms',
      ok: median <= 10
    }
  ]
}

/** Measures the milliseconds from an arrow key press to the next complete 4 MP image. */
async function goThrough(page: Page): Promise<readonly number[]> {
  const grid = page.getByRole('grid', { name: 'Library' })
  await grid.evaluate((element) => element.parentElement?.parentElement?.scrollTo({ top: 0 }))
  await grid.getByRole('gridcell').and(grid.locator('[data-cell]')).first().dblclick()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await listenForPictures(page)
  const times: number[] = []
  for (let step = 1; step < largeImageCount - 1; step += 1) {
    // Simulates the user's pause between images.
    await page.waitForTimeout(400)
    await page.evaluate(() => void ((globalThis as Measured).shownAfter = null))
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => (globalThis as Measured).shownAfter !== null)
    const shownAfter = await page.evaluate(() => (globalThis as Measured).shownAfter)
    if (shownAfter !== null && step > 1) times.push(shownAfter)
  }
  return times
}

type Measured = typeof globalThis & { shownAfter: number | null }

async function listenForPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown = (): string | null => {
      const images = [...document.querySelectorAll<HTMLImageElement>('main img[alt]:not([alt=""]):not([aria-hidden])')]
      return (
        images.find(({ complete, naturalWidth, src }) => complete && naturalWidth > 1_000 && src.includes('/media/result/'))?.src ?? null
      )
    }
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const before = shown()
        const look = (): void => {
          const now = shown()
          if (now === null || now === before) {
            requestAnimationFrame(look)
            return
          }
          const after = new MessageChannel()
          after.port1.addEventListener('message', () => ((globalThis as Measured).shownAfter = performance.now() - timeStamp))
          after.port1.start()
          after.port2.postMessage(null)
        }
        requestAnimationFrame(look)
      },
      { capture: true }
    )
  })
}

function viewerRows(times: readonly number[]): readonly BenchRow[] {
  return [
    {
      name: 'next 4 MP image in the viewer',
      value: `${Math.round(medianOf(times))} ms, p90 ${Math.round(percentileOf(times, 0.9))} ms`,
      gate: 'median at most 50 ms',
      ok: medianOf(times) <= 50
    }
  ]
}

type MadeThumbnails = { readonly kiln: readonly number[]; readonly sharp: readonly number[]; readonly grownBytes: number }

/**
 * Makes thumbnails of the large images. Alternates between Kiln and sharp's native build, each in its own process. Then Kiln makes many
 * thumbnails of small images.
 */
async function makeThumbnails(folder: string): Promise<MadeThumbnails> {
  const work = await mkdtemp(join(tmpdir(), 'kiln-bench-thumbnails-'))
  const clients = { kiln: startThumbnails('kiln'), sharp: startThumbnails('sharp') }
  try {
    const from = join(work, 'from')
    await mkdir(from)
    const library = join(folder, 'library')
    const large = (await readdir(library)).filter((name) =>
      new RegExp(`_(?:${[...Array(largeImageCount).keys()].join('|')})\\.jpg$`).test(name)
    )
    for (const name of large) {
      const bytes = await readFile(join(library, name))
      for (let copy = 0; copy < thumbnailCopies; copy += 1)
        await writeFile(join(from, `${copy}-${name}`), Buffer.concat([bytes, Buffer.of(copy)]))
    }
    const pictures = large.length * thumbnailCopies
    const seconds = { kiln: [] as number[], sharp: [] as number[] }
    for (let round = 0; round <= thumbnailRounds; round += 1) {
      for (const way of ['sharp', 'kiln'] as const) {
        const made = await clients[way].ask({ from, to: join(work, `${way}-${round}`), times: 1 })
        if (made.made !== pictures) throw new Error(`${way} created ${made.made} of ${pictures} thumbnails.`)
        if (round > 0) seconds[way].push(made.seconds)
      }
    }
    const small = join(work, 'small')
    await mkdir(small)
    for (const name of (await readdir(library)).filter((one) => one.endsWith('.jpg') && !large.includes(one)).slice(0, 40))
      await copyFile(join(library, name), join(small, name))
    const repeated = await clients.kiln.ask({ from: small, to: join(work, 'many'), times: manyThumbnails / 40 })
    if (repeated.made !== manyThumbnails) throw new Error(`Kiln created ${repeated.made} of ${manyThumbnails} thumbnails.`)
    return { ...seconds, grownBytes: repeated.memory.last - repeated.memory.first }
  } finally {
    clients.kiln.stop()
    clients.sharp.stop()
    await rm(work, { recursive: true, force: true })
  }
}

type Thumbnailing = {
  readonly seconds: number
  readonly made: number
  readonly memory: { readonly first: number; readonly last: number }
}

function startThumbnails(way: 'kiln' | 'sharp') {
  const child = spawn(process.execPath, [fileURLToPath(new URL('thumbnail-client.ts', import.meta.url)), way], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ask: async (request: { readonly from: string; readonly to: string; readonly times: number }): Promise<Thumbnailing> => {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const answer = await answers.next()
      if (answer.done === true) throw new Error('The thumbnail client exited.')
      return JSON.parse(answer.value) as Thumbnailing
    },
    stop: () => child.stdin.end()
  }
}

function thumbnailRows({ kiln, sharp, grownBytes }: MadeThumbnails): readonly BenchRow[] {
  const asked = largeImageCount * thumbnailCopies
  const ratio = medianOf(kiln.map((seconds, round) => (sharp[round] ?? Number.NaN) / seconds))
  return [
    {
      name: 'thumbnails of 4 MP images, two at a time',
      value: `${(asked / medianOf(kiln)).toFixed(1)} per second, sharp alone ${(asked / medianOf(sharp)).toFixed(1)}, ${ratio.toFixed(2)}x`,
      gate: `at least ${leastOfSharp}x sharp alone`,
      ok: ratio >= leastOfSharp
    },
    {
      name: `memory after ${manyThumbnails} thumbnails`,
      value: `${(grownBytes / 1_048_576).toFixed(1)} MB more than after the first fifth`,
      gate: 'at most 20 MB more',
      ok: grownBytes <= 20 * 1_048_576
    }
  ]
}
