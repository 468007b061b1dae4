import { readFileSync } from 'node:fs'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { crashAt } from './crash-point.ts'
import type { CrashRunOptions } from './create-crash-jobs.ts'
import { locatedResults } from '../integration/result-paths.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/**
 * Opens the studio on `dataDir` and submits the jobs that weren't submitted yet. Waits until all tasks are settled and writes a report to
 * stdout. May be killed at any instruction.
 */
const crashRunOptions = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as CrashRunOptions
if (crashRunOptions.crash !== null) crashAt(crashRunOptions.crash.step, crashRunOptions.crash.count)

const studio = await openStudio({
  dataDir: crashRunOptions.dataDir,
  connection: { baseUrl: crashRunOptions.baseUrl, apiKey: new Secret(crashRunOptions.apiKey) },
  timeScale: 0.01
})
if (crashRunOptions.batch !== null && studio.batches().length === 0) {
  const { marks, capability, values, prompts } = crashRunOptions.batch
  const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: [...prompts] }] }
  const plan = await studio.planBatch({ capability, values, source, onProgress: () => undefined, signal: new AbortController().signal })
  await studio.startBatch(plan.id, { skipInvalid: false })
  for (const mark of marks) process.stdout.write(`accepted ${mark} row\n`)
}
await Promise.all(
  crashRunOptions.jobs.map(async (job) => {
    if (isAsked(studio, job.mark)) return
    const task = await studio.submit({ capability: job.capability, values: job.values })
    // Reports to the parent that the journal contains the task. The parent later checks that the task still exists.
    process.stdout.write(`accepted ${job.mark} ${task.id}\n`)
  })
)
process.stdout.write('asked\n')
const settled = new Set(['done', 'failed', 'refused', 'cancelled', 'support', 'held'])
while (!studio.tasks().every((task) => settled.has(task.phase))) await new Promise((resolve) => setTimeout(resolve, 10))
// Waits until all results are in the index and the sidecars. This includes results that an earlier kill interrupted.
await studio.library.report()
await studio.library.idle()
const tasks = studio.tasks({ includeHidden: true }).map(async ({ id, phase, taskId, capability, values, results, failure, credits }) => ({
  id,
  phase,
  taskId,
  capability,
  prompt: values['prompt'],
  results: await locatedResults(studio, results),
  failure,
  credits
}))
const report = await Promise.all(tasks)
process.stdout.write(`report ${JSON.stringify(report)}\n`)
await studio.close()

function isAsked(open: Studio, mark: string): boolean {
  return open.tasks({ includeHidden: true }).some((task) => String(task.values['prompt']).includes(mark))
}
