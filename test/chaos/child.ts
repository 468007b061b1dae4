import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { SubmissionProblems } from '../../shared/problem.ts'
import { openStudio } from '../../electron/studio.ts'
import { crashAt } from '../crash/crash-point.ts'
import { randomFrom } from '../crash/random-from.ts'
import type { BatchJob } from '../crash/workload.ts'
import { forbidLinks } from '../library/forbid-links.ts'
import { playTricks } from './machine-tricks.ts'
import { clientTimeScale, longestLifeInMs, type Orders } from './orders.ts'
import { agreeToPrices, answerFaces, askForBatch, fetchWhatIsLost, fidget, isSettled, unlessRefused } from './person.ts'
import { markOf, toldBy } from './told-task.ts'

/** Opens the studio on a folder and asks for what is not asked for yet. In a storm it goes on until it is killed; in calm it settles everything and reports. */
const orders = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Orders
const random = randomFrom(orders.seed)
const isStorm = orders.weather === 'storm'
if (orders.noLinks !== null) forbidLinks(orders.noLinks)
if (orders.crash !== null) crashAt(orders.crash.step, orders.crash.count)
// Whatever becomes of the parent: no child is left behind.
setTimeout(() => process.exit(1), longestLifeInMs).unref()
const tricks = isStorm ? playTricks(random) : null

const studio = await openStudio({
  dataDir: orders.dataDir,
  connection: { baseUrl: orders.baseUrl, apiKey: orders.apiKey },
  timeScale: clientTimeScale,
  pace: { queriesPerSecond: 40 }
})
process.stdout.write('ready\n')
if (isStorm) await Promise.all([askForAll(), makeTrouble()])
else await settle()

async function askForAll(): Promise<void> {
  const { jobs, batches } = orders.wishes
  const known = new Set(studio.tasks({ includeHidden: true }).map(markOf))
  for (const batch of batches.slice(0, Math.ceil(batches.length * orders.upTo))) {
    if (!batch.marks.some((mark) => known.has(mark))) await insist(() => askForRows(batch))
  }
  for (const { mark, capability, values } of jobs.slice(0, Math.ceil(jobs.length * orders.upTo))) {
    if (known.has(mark)) continue
    await insist(async () => {
      const task = await studio.submit({ capability, values })
      accepted(mark, task.id)
    })
  }
}

async function askForRows(batch: BatchJob): Promise<void> {
  await askForBatch(studio, batch)
  for (const task of studio.tasks({ includeHidden: true })) {
    const mark = markOf(task)
    if (mark !== null && batch.marks.includes(mark)) accepted(mark, task.id)
  }
}

/** From here on the journal holds it: the parent takes this line as a promise. */
function accepted(mark: string, id: string): void {
  process.stdout.write(`accepted ${mark} ${id}\n`)
}

/** Asks until it is written down: a full disk, or a contract that could not be read yet, is no answer. */
async function insist(ask: () => Promise<void>): Promise<void> {
  for (;;) {
    let isAsked = false
    try {
      await unlessRefused(async () => {
        await ask()
        isAsked = true
      })
    } catch (error) {
      if (!(error instanceof SubmissionProblems && error.message.includes('does not offer'))) throw error
    }
    if (isAsked) return
    await wait(20)
  }
}

async function makeTrouble(): Promise<never> {
  for (;;) {
    await wait(20 + random() * 60)
    await answerFaces(studio, random)
    const dice = random()
    if (dice < 0.4) await fidget(studio, random)
    else if (dice < 0.46) tricks?.jumpClock()
    else if (dice < 0.5) await tricks?.fillForAWhile()
  }
}

async function settle(): Promise<void> {
  await studio.lookAtContract('when-due')
  await askForAll()
  for (const batch of studio.batches()) studio.resumeBatch(batch.id)
  await untilSettled()
  // A person presses "look again" once on what went to support, and fetches what was lost.
  for (const task of studio.tasks({ phases: ['support'], includeHidden: true })) studio.lookAgain(task.id)
  await untilSettled()
  await fetchWhatIsLost(studio)
  await untilSettled()
  // What a kill kept from being written beside a file is written by now.
  await studio.library.report()
  await studio.library.idle()
  writeFileSync(orders.reportTo, JSON.stringify(toldBy(studio)))
  await studio.close()
  process.exit(0)
}

async function untilSettled(): Promise<void> {
  let before = ''
  let changedAt = performance.now()
  for (let turn = 0; ; turn += 1) {
    const open = studio.tasks({ includeHidden: true }).filter((task) => !isSettled(task))
    const now = open.map(({ id, phase, results }) => `${id} ${phase} ${results.length}`).join(', ')
    if (now !== before) changedAt = performance.now()
    before = now
    if (open.length === 0 || performance.now() - changedAt > (orders.quietLimitInMs ?? Infinity)) return
    await answerFaces(studio, random)
    await agreeToPrices(studio)
    if (turn % 100 === 99) process.stdout.write(`open ${now}\n`)
    await wait(30)
  }
}
