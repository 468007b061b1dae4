import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createBulkJobRunner } from '../../electron/ipc/bulk-job-runner.ts'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { unfilteredQuery } from '../../shared/library/library.ts'
import { connectToPracticeService, runInKiln, measureLibraryOpening } from './library.ts'
import { createLibraryFixtures } from './library-fixture.ts'
import type { BenchReport, BenchRow } from './report.ts'
import { build } from '../tools/build.ts'

const many = 12_000
/** Maximum time until the first progress report, in milliseconds. */
const maxUntilAnswered = 100
/** Maximum duration of any other request during the operation, in milliseconds. */
const maxOfOthers = 200
/** Maximum time between two progress reports, in milliseconds. */
const maxWithoutProgress = 1_000

type Jobs = ReturnType<typeof createBulkJobRunner>
const starredRounds = 10
type Operation = {
  readonly name: string
  readonly start: (job: string) => Promise<unknown>
}

/** Applies user actions to 12,000 results at once and undoes each. Meanwhile, sends the library requests that an open page would send. */
export async function run(): Promise<BenchReport> {
  await build()
  const [made] = await createLibraryFixtures([many])
  if (made === undefined) throw new Error('The library wasn’t created.')
  const root = await mkdtemp(join(tmpdir(), 'kiln-bench-bulk-'))
  try {
    const window = await feedbackInWindow(await copyOf(made, join(root, 'window')))
    const dataDir = await copyOf(made, join(root, 'data'))
    const studio = await openStudio({ dataDir, connection: null })
    try {
      return { title: `Operations on ${many.toLocaleString('en')} results`, rows: [...window, ...(await measureAll(studio, root))] }
    } finally {
      await studio.close()
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function copyOf(made: string, folder: string): Promise<string> {
  await cp(made, folder, { recursive: true })
  // The index and the list of folders contain the original's absolute paths. Kiln rebuilds both from the copy.
  for (const name of await readdir(folder)) if (/^(library\.sqlite|library-folders)/.test(name)) await rm(join(folder, name))
  return folder
}

/**
 * Measures the time from a key press to the first frame that shows progress. The first key rates all results. The second key undoes the
 * ratings.
 */
async function feedbackInWindow(folder: string): Promise<readonly BenchRow[]> {
  await connectToPracticeService(folder)
  return runInKiln(folder, async (kiln) => {
    const { page } = kiln
    await measureLibraryOpening(kiln)
    const count = (): Promise<number> =>
      page.evaluate(async (query) => {
        const shelf = await window.kiln.request('library.query', query)
        return shelf.ok ? shelf.value.total : 0
      }, unfilteredQuery)
    while ((await count()) !== many) await wait(200)
    await page.locator('[data-cell]').first().focus()
    await page.keyboard.press('ControlOrMeta+a')
    const rows: BenchRow[] = []
    for (const [name, key] of [
      ['ratings', '3'],
      ['ratings, undone', 'ControlOrMeta+z']
    ] as const) {
      const shown = page.evaluate(timeToProgress)
      // Waits until the page has added its listener, before the key is pressed.
      await page.evaluate(() => null)
      await page.keyboard.press(key)
      const ms = await shown
      rows.push({
        name: `${name}: progress in the window`,
        value: `${ms.toFixed(0)} ms`,
        gate: `at most ${maxUntilAnswered} ms`,
        ok: ms <= maxUntilAnswered
      })
      await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 120_000 })
    }
    return rows
  })
}

/** Runs in the page. Returns the milliseconds from the next key press to the first frame with a progress bar. */
function timeToProgress(): Promise<number> {
  return new Promise((resolve) => {
    const watch = (): void => {
      const pressedAt = performance.now()
      const look = (): void => {
        if (document.querySelector('progress') === null) requestAnimationFrame(look)
        else resolve(performance.now() - pressedAt)
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', watch, { once: true, capture: true })
  })
}

async function measureAll(studio: Studio, root: string): Promise<readonly BenchRow[]> {
  const { library } = studio
  const told = new Map<string, number[]>()
  const jobs = createBulkJobRunner(({ job }) => told.set(job, [...(told.get(job) ?? []), performance.now()]))
  // The operations exclude the last item, because the other requests rate that item meanwhile.
  const keys = [...(await library.query(unfilteredQuery)).keys]
  if (keys.length !== many) throw new Error(`The library has ${keys.length} results instead of ${many}.`)
  const [other = 0] = keys.splice(-1)
  const { id: collection } = await library.saveCollection({ id: null, name: 'Bulk' })
  const copies = join(root, 'copies')
  await mkdir(copies)
  const rows: BenchRow[] = []
  const measure = async (operation: Operation): Promise<void> => {
    rows.push(...(await measured(operation, told, (isStarred) => ask(studio, other, isStarred))))
    await library.idle()
  }
  for (const [name, change] of [
    ['ratings', { keys, stars: 3 }],
    ['tags', { keys, addTags: ['bulk'] }],
    ['collections', { keys, addTo: collection }]
  ] as const) {
    let token = ''
    await measure({
      name,
      start: (job) => jobs.run(job, keys.length, async (bulk) => ({ token } = checked(await library.change(change, bulk), keys)))
    })
    await measure({ name: `${name}, undone`, start: (job) => jobs.run(job, keys.length, (bulk) => library.undoChange(token, bulk)) })
  }
  await measureMoves(studio, jobs, keys, root, measure)
  await measure({
    name: 'saving copies',
    start: (job) =>
      jobs.run(job, keys.length, async (bulk) => {
        checked(await library.exportTo({ keys, withRecipes: true, asZip: false, path: copies, run: bulk }), keys)
      })
  })
  return rows
}

/**
 * Returns `receipt`. Throws unless the operation changed at least half of the items. Otherwise, an operation that does nothing would look
 * fast.
 */
function checked<T extends { readonly count: number }>(receipt: T, keys: readonly number[]): T {
  // Items that already have the applied rating don't count as changed.
  if (receipt.count < keys.length / 2) throw new Error(`Only ${receipt.count} of ${keys.length} results were changed.`)
  return receipt
}

async function measureMoves(
  { library }: Studio,
  jobs: Jobs,
  keys: readonly number[],
  root: string,
  measure: (operation: Operation) => Promise<void>
): Promise<void> {
  let trashed = ''
  await measure({
    name: 'trash',
    start: (job) => jobs.run(job, keys.length, async (bulk) => ({ token: trashed } = checked(await library.trash(keys, bulk), keys)))
  })
  await measure({ name: 'trash, undone', start: (job) => jobs.run(job, keys.length, (bulk) => library.untrash(trashed, bulk)) })
  let moved = ''
  const elsewhere = join(root, 'elsewhere')
  await measure({
    name: 'move',
    start: (job) =>
      jobs.run(job, keys.length, async (bulk) => ({ token: moved } = checked(await library.move(keys, elsewhere, bulk), keys)))
  })
  await measure({ name: 'move, undone', start: (job) => jobs.run(job, keys.length, (bulk) => library.undoChange(moved, bulk)) })
}

/** Sends the requests that an open page would send: a query, its tiles and a rating. Returns the duration of each, in milliseconds. */
async function ask({ library }: Studio, key: number, isStarred: boolean): Promise<readonly number[]> {
  let newest: readonly number[] = []
  const requests = [
    async () => (newest = [...(await library.query(unfilteredQuery)).keys.subarray(0, 60)]),
    () => library.tiles(newest, ''),
    // The main process keeps only the last 50 changes for undo. More ratings would displace the measured change.
    ...(isStarred ? [() => library.change({ keys: [key], stars: 5 }), () => library.change({ keys: [key], stars: 1 })] : [])
  ]
  const times: number[] = []
  for (const request of requests) {
    const askedAt = performance.now()
    await request()
    times.push(performance.now() - askedAt)
  }
  return times
}

async function measured(
  { name, start }: Operation,
  told: Map<string, number[]>,
  askOther: (isStarred: boolean) => Promise<readonly number[]>
): Promise<readonly BenchRow[]> {
  told.clear()
  let isDone = false
  const startedAt = performance.now()
  const running = start(name).finally(() => (isDone = true))
  const others: number[] = []
  for (let round = 0; !isDone; round += 1) {
    others.push(...(await askOther(round < starredRounds)))
    await wait(50)
  }
  await running
  const endedAt = performance.now()
  const times = [startedAt, ...(told.get(name) ?? []), endedAt]
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? startedAt))
  const [first = Number.NaN] = gaps
  const longestGap = Math.max(...gaps)
  const slowest = Math.max(...others)
  return [
    { name: `${name}: total`, value: `${((endedAt - startedAt) / 1_000).toFixed(1)} s` },
    {
      name: `${name}: first progress`,
      value: `${first.toFixed(0)} ms`,
      gate: `at most ${maxUntilAnswered} ms`,
      ok: first <= maxUntilAnswered
    },
    {
      name: `${name}: longest pause between progress`,
      value: `${longestGap.toFixed(0)} ms`,
      gate: `at most ${maxWithoutProgress} ms`,
      ok: longestGap <= maxWithoutProgress
    },
    { name: `${name}: waiting requests`, value: `${slowest.toFixed(0)} ms`, gate: `at most ${maxOfOthers} ms`, ok: slowest <= maxOfOthers }
  ]
}
