import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { SubmissionError } from '../../shared/form/submission-problem.ts'
import { openStudio } from '../../electron/studio.ts'
import { crashAt } from '../crash/crash-point.ts'
import { seededRandomStream } from '../crash/seeded-random-stream.ts'
import type { BatchJob } from '../crash/create-crash-jobs.ts'
import { disableHardLinks } from '../electron/library/downloads/disable-hard-links.ts'
import { injectMachineFaults } from './inject-machine-faults.ts'
import { clientTimeScale, maxChildLifetimeInMs, type ChaosRunOptions } from './run-options.ts'
import {
  acceptPrices,
  selectFacesForRandomTask,
  planAndStartBatch,
  downloadMissingResults,
  doRandomAction,
  isSettled,
  ignoreUserFacingErrors
} from './simulated-user.ts'
import { taskMark, reportedTasks } from './reported-task.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/**
 * Child process of the chaos run. Opens the studio on `dataDir` and submits the jobs that haven't been submitted yet. In 'storm'
 * conditions, the process runs until it is killed. In 'calm' conditions, it waits until all tasks are settled and writes a report.
 */
const chaosRunOptions = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ChaosRunOptions
const random = seededRandomStream(chaosRunOptions.seed)
const isStorm = chaosRunOptions.conditions === 'storm'
if (chaosRunOptions.noLinks !== null) disableHardLinks(chaosRunOptions.noLinks)
if (chaosRunOptions.crash !== null) crashAt(chaosRunOptions.crash.step, chaosRunOptions.crash.count)
// Exits after `maxChildLifetimeInMs`, because nothing else ends a child whose parent has died.
setTimeout(() => process.exit(1), maxChildLifetimeInMs).unref()
const tricks = isStorm ? injectMachineFaults(random) : null

const studio = await openStudio({
  dataDir: chaosRunOptions.dataDir,
  connection: { baseUrl: chaosRunOptions.baseUrl, apiKey: new Secret(chaosRunOptions.apiKey) },
  timeScale: clientTimeScale,
  limits: { queriesPerSecond: 40 }
})
process.stdout.write('ready\n')
if (isStorm) await Promise.all([askForAll(), makeTrouble()])
else await settle()

async function askForAll(): Promise<void> {
  const { jobs, batches } = chaosRunOptions.workload
  const known = new Set(studio.tasks({ includeHidden: true }).map(taskMark))
  for (const batch of batches.slice(0, Math.ceil(batches.length * chaosRunOptions.upTo))) {
    if (!batch.marks.some((mark) => known.has(mark))) await insist(() => askForRows(batch))
  }
  for (const { mark, capability, values } of jobs.slice(0, Math.ceil(jobs.length * chaosRunOptions.upTo))) {
    if (known.has(mark)) continue
    await insist(async () => {
      const task = await studio.submit({ capability, values })
      accepted(mark, task.id)
    })
  }
}

async function askForRows(batch: BatchJob): Promise<void> {
  await planAndStartBatch(studio, batch)
  for (const task of studio.tasks({ includeHidden: true })) {
    const mark = taskMark(task)
    if (mark !== null && batch.marks.includes(mark)) accepted(mark, task.id)
  }
}

/** Reports to the parent that the journal contains the task. The parent later checks that the task still exists. */
function accepted(mark: string, id: string): void {
  process.stdout.write(`accepted ${mark} ${id}\n`)
}

/** Retries `ask` until it succeeds. `ask` fails while the disk is full, or while the service's capabilities haven't been loaded yet. */
async function insist(ask: () => Promise<void>): Promise<void> {
  for (;;) {
    let isAsked = false
    try {
      await ignoreUserFacingErrors(async () => {
        await ask()
        isAsked = true
      })
    } catch (error) {
      if (!(error instanceof SubmissionError && error.problems.some(({ code }) => code === 'capability-not-offered'))) throw error
    }
    if (isAsked) return
    await wait(20)
  }
}

async function makeTrouble(): Promise<never> {
  for (;;) {
    await wait(20 + random() * 60)
    await selectFacesForRandomTask(studio, random)
    const dice = random()
    if (dice < 0.4) await doRandomAction(studio, random)
    else if (dice < 0.46) tricks?.jumpClock()
    else if (dice < 0.5) await tricks?.fillForAWhile()
  }
}

async function settle(): Promise<void> {
  await studio.checkContract('when-due')
  await askForAll()
  for (const batch of studio.batches()) studio.resumeBatch(batch.id)
  await untilSettled()
  // Acts like a user: checks the tasks in the 'support' phase again, and downloads missing files.
  for (const task of studio.tasks({ phases: ['support'], includeHidden: true })) studio.checkNow(task.id)
  await untilSettled()
  await downloadMissingResults(studio)
  await untilSettled()
  // Writes the recipes that weren't written because of a kill.
  await studio.library.report()
  await studio.library.idle()
  writeFileSync(chaosRunOptions.reportTo, JSON.stringify(await reportedTasks(studio)))
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
    if (open.length === 0 || performance.now() - changedAt > (chaosRunOptions.quietLimitInMs ?? Infinity)) return
    await selectFacesForRandomTask(studio, random)
    await acceptPrices(studio)
    if (turn % 100 === 99) process.stdout.write(`open ${now}\n`)
    await wait(30)
  }
}
