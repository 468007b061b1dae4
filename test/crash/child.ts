import { readFileSync } from 'node:fs'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { crashAt } from './crash-point.ts'
import type { Orders } from './workload.ts'

/** Opens the studio on a folder, asks for what is not asked for yet, and waits until everything is on disk. May be killed at any instruction. */
const orders = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Orders
if (orders.crash !== null) crashAt(orders.crash.step, orders.crash.count)

const studio = await openStudio({
  dataDir: orders.dataDir,
  connection: { baseUrl: orders.baseUrl, apiKey: orders.apiKey },
  timeScale: 0.01
})
if (orders.batch !== null && studio.batches().length === 0) {
  const { marks, capability, values, prompts } = orders.batch
  const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: [...prompts] }] }
  const plan = await studio.planBatch({ capability, values, source, onProgress: () => undefined, signal: new AbortController().signal })
  await studio.startBatch(plan.id, { leaveOutBad: false })
  for (const mark of marks) process.stdout.write(`accepted ${mark} row\n`)
}
await Promise.all(
  orders.jobs.map(async (job) => {
    if (isAsked(studio, job.mark)) return
    const task = await studio.submit({ capability: job.capability, values: job.values })
    // From here on the journal holds it: the parent takes this line as a promise.
    process.stdout.write(`accepted ${job.mark} ${task.id}\n`)
  })
)
process.stdout.write('asked\n')
const settled = new Set(['done', 'failed', 'refused', 'cancelled', 'support', 'held'])
while (!studio.tasks().every((task) => settled.has(task.phase))) await new Promise((resolve) => setTimeout(resolve, 10))
// What a kill kept from being written beside a file is written by now.
await studio.library.report()
await studio.library.idle()
const report = studio.tasks({ includeHidden: true }).map(({ id, phase, taskId, capability, values, results, failure, credits }) => ({
  id,
  phase,
  taskId,
  capability,
  prompt: values['prompt'],
  results,
  failure,
  credits
}))
process.stdout.write(`report ${JSON.stringify(report)}\n`)
await studio.close()

function isAsked(open: Studio, mark: string): boolean {
  return open.tasks({ includeHidden: true }).some((task) => String(task.values['prompt']).includes(mark))
}
