import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { createTaskMonitor } from '../../electron/desktop/tray/task-monitor.ts'
import { createNotifications } from '../../electron/notifications/notifications.ts'
import { createUpdateController } from '../../electron/updates/update-controller.ts'
import { publishStudioEvents } from '../../electron/ipc/publish-studio-events.ts'
import { isJournalBusyError } from '../../electron/tasks/journal/journal-errors.ts'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { itemsPerPage } from '../../shared/ipc/items-per-page.ts'
import { unfilteredQuery } from '../../shared/library/library.ts'
import { defaultNotificationSettings } from '../../shared/app/notifications.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { SpendingConfirmationError } from '../../shared/task/spending.ts'
import { defaultUpdateSettings } from '../../shared/app/update.ts'
import { type EventLoopDelays, measureEventLoopDelay } from './event-loop-delay.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/** Options of the child process. `livesForInMs`: milliseconds between opening and closing. `isUsed`: false if the studio stays idle. */
export type ResponsiveOptions = {
  readonly dataDir: string
  readonly libraryDir: string
  readonly baseUrl: string
  readonly livesForInMs: number
  readonly isUsed: boolean
}
/** Printed as a line of JSON at the end of each stage. */
export type ResponsiveStageReport = {
  readonly stage: 'opening' | 'living' | 'closing'
  readonly tookInMs: number
  readonly delays: EventLoopDelays
  readonly figures: Readonly<Record<string, number>>
}

const order = JSON.parse(process.argv[2] ?? '') as ResponsiveOptions
const capability = 'imgmodel-image-generator'
const announcedBytes = { total: 0 }
const done: Record<string, number> = {}

/**
 * Path prefix for CPU profiles. `KILN_BENCH_PROFILE=/tmp/x` writes a profile of each stage, such as `/tmp/x-opening.cpuprofile`. If the
 * studio stays idle, the name is `/tmp/x-filling-opening.cpuprofile`.
 */
const profilePath = process.env['KILN_BENCH_PROFILE']

// The app bundles each of these packages into one file. Such a file loads in 30 ms to 40 ms. Here, the packages consist of hundreds of
// files. The measurement therefore excludes their load time.
await Promise.all(
  ['undici', '@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/sdk/client/streamableHttp.js', 'file-type'].map(
    (name) => import(name)
  )
)
const studio = await stage('opening', async () => {
  const opened = await openStudio({
    dataDir: order.dataDir,
    libraryDir: order.libraryDir,
    connection: { baseUrl: order.baseUrl, apiKey: new Secret('bench') },
    spendingRules: () => ({ dailyLimit: 1_000_000, confirmAbove: null, asksBeforeTwins: true })
  })
  openAppAround(opened)
  await wait(500)
  return opened
})
await stage('living', async () => {
  await (order.isUsed ? use(studio, order.livesForInMs) : wait(order.livesForInMs))
})
await stage('closing', () => studio.close())
process.exit(0)

async function stage<T>(name: ResponsiveStageReport['stage'], work: () => Promise<T>): Promise<T> {
  const stopProfile =
    profilePath === undefined ? null : await profile(`${profilePath}-${order.isUsed ? name : `filling-${name}`}.cpuprofile`)
  const stop = measureEventLoopDelay()
  const startedAt = performance.now()
  const result = await work()
  const tookInMs = performance.now() - startedAt
  const delays = stop()
  await stopProfile?.()
  if (name === 'living') Object.assign(done, studio.countByPhase(), { 'announced bytes': announcedBytes.total })
  process.stdout.write(`${JSON.stringify({ stage: name, tookInMs, delays, figures: done } satisfies ResponsiveStageReport)}\n`)
  return result
}

/**
 * Starts a CPU profile. The returned function writes it to `path`. `gaps` in the file lists the periods in which the event loop was
 * blocked. Each has its start, end and CPU time, in microseconds of the profile's clock.
 */
async function profile(path: string): Promise<() => Promise<void>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  const gaps: (readonly [number, number, number])[] = []
  const now = (): number => Number(process.hrtime.bigint() / 1_000n)
  const onCore = (): number => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let [last, lastOnCore] = [now(), onCore()]
  const timer = setInterval(() => {
    const [from, before] = [last, lastOnCore]
    last = now()
    lastOnCore = onCore()
    if (last - from > 10_000) gaps.push([from, last, lastOnCore - before])
  }, 1)
  return async () => {
    clearInterval(timer)
    const { profile: taken } = await session.post('Profiler.stop')
    await writeFile(path, JSON.stringify({ ...taken, gaps }))
    session.disconnect()
  }
}

/** Starts the parts of the app that use the studio. Serialises messages to the window as Electron does. */
function openAppAround(opened: Studio): void {
  const announce = (name: string, payload: unknown): void => {
    announcedBytes.total += serialize([name, payload]).length
  }
  const memory = { read: () => undefined, write: () => undefined }
  publishStudioEvents({
    studio: opened,
    accountState: () => ({ ...opened.account(), holdProblem: null, connection: null, others: [] }),
    announce,
    setTimer
  })
  createNotifications({
    studio: opened,
    rules: () => defaultNotificationSettings,
    isWindowFocused: () => false,
    show: () => () => undefined,
    bringUp: () => undefined,
    announce,
    memory,
    untold: memory,
    accountName: (id) => id,
    now: Date.now,
    setTimer
  })
  createTaskMonitor({
    studio: opened,
    onChange: () => void opened.tasks({ phases: ['done'], limit: 5 }),
    now: Date.now,
    setTimer
  })
  createUpdateController({
    updater: 'no-source',
    source: null,
    studio: opened,
    rules: () => defaultUpdateSettings,
    announce,
    onTrouble: () => undefined,
    now: Date.now,
    setTimer
  })
}

/** Simulates a busy user and a window for `forInMs` milliseconds. Each action is repeated at its own interval. */
async function use(opened: Studio, forInMs: number): Promise<void> {
  const until = Date.now() + forInMs
  const { library } = opened
  let turn = 0
  const every = async (name: string, pauseInMs: number, work: () => unknown): Promise<void> => {
    await wait(Math.min(pauseInMs, 700) * Math.random())
    while (Date.now() < until) {
      try {
        await work()
        done[name] = (done[name] ?? 0) + 1
      } catch (error) {
        if (!(error instanceof UserFacingError) && !(error instanceof SpendingConfirmationError) && !isJournalBusyError(error)) throw error
        done[`${name} rejected`] = (done[`${name} rejected`] ?? 0) + 1
      }
      await wait(pauseInMs)
    }
  }
  const toWindow = (value: unknown): void => void serialize(value)
  /** Reads a long list page by page, as the window does. */
  const pages = async (pageOf: (page: { limit: number; olderThan?: string }) => readonly { readonly id: string }[]): Promise<void> => {
    for (let page = pageOf({ limit: itemsPerPage }); ; page = pageOf({ limit: itemsPerPage, olderThan: page.at(-1)?.id ?? '' })) {
      toWindow(page)
      if (page.length < itemsPerPage) return
      await setImmediate()
    }
  }
  const searches = ['fox', 'dunes light', 'celadon vase -sea', 'made 4', 'quiet street', 'n']
  let planned: string | null = null
  await Promise.all([
    every('submit', 400, () => opened.submit({ capability, values: { prompt: `a new task ${(turn += 1)} of ${Date.now()}` } })),
    every('batch', 45_000, async () => {
      const axes = [{ field: 'prompt', values: Array.from({ length: 500 }, (_, row) => `row ${row} of ${Date.now()}`) }]
      const source = { way: 'grid', axes } as const
      const plan = await opened.planBatch({
        capability,
        values: {},
        source,
        onProgress: () => undefined,
        signal: new AbortController().signal
      })
      planned = plan.id
      await opened.startBatch(plan.id, { skipInvalid: true })
    }),
    every('stop and resume', 9_000, () => {
      const id = planned ?? 'stopped'
      opened.stopBatch(id)
      opened.resumeBatch(id)
    }),
    every('search', 700, async () => {
      const search = searches[(turn += 1) % searches.length] ?? ''
      const { keys } = await library.query({ ...unfilteredQuery, search })
      toWindow(keys)
      toWindow(await library.tiles([...keys.subarray(0, 60)], search))
      toWindow(await library.facets({ ...unfilteredQuery, search }))
    }),
    every('stars', 3_000, async () => {
      const { keys } = await library.query(unfilteredQuery)
      await library.change({ keys: [...keys.subarray(0, 50)], stars: 3 })
    }),
    every('account', 500, () => toWindow(opened.account())),
    every('task list', 10_000, () => pages((page) => opened.tasks(page))),
    every('ledger', 20_000, () => pages((page) => opened.ledger(page))),
    every('thumbnail', 1_000, () => opened.thumbnail(`made-${(turn * 7) % 50_000}.1`)),
    every('check again', 2_000, () => opened.checkNow('made-99999')),
    every('hide', 5_000, () => opened.hide([`made-${(turn += 1)}`])),
    every('timeline', 2_000, () => toWindow(opened.timeline(`made-${turn}`))),
    every('reconcile', 20_000, () => opened.reconcile()),
    every('wake', 30_000, () => opened.wake()),
    every('limits', 15_000, () => opened.recheckLimits()),
    every('library look', 40_000, () => library.verifyFiles())
  ])
}

function setTimer(delayInMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayInMs)
  return () => clearTimeout(timer)
}
