import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { createOutputFile } from '../rogue/output-file.ts'
import {
  createCallFault,
  applyPersonalityChanges,
  createFileFault,
  defaultPersonality,
  type PersonalityChanges
} from '../rogue/personality.ts'
import { openRogueService } from '../rogue/rogue-service.ts'
import type { BenchReport } from './report.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const healthyTasks = 20
const deadTasks = 200
const drippingTasks = 3
const slowUploads = 4
const capability = 'imgmodel-image-generator'
const longestInMs = 180_000

/**
 * Measures healthy tasks alone, and then alongside unhealthy tasks of the same account. The calls of unhealthy tasks hang or are very slow.
 * All waits last as long as in the app.
 */
export async function run(): Promise<BenchReport> {
  const alone = await measure({}, false)
  const troubled = await measure(trouble(), true)
  const ratio = troubled / alone
  return {
    title: `Fairness: ${healthyTasks} healthy tasks alongside ${deadTasks} dead tasks, ${slowUploads} slow uploads and ${drippingTasks} dripping downloads`,
    rows: [
      { name: 'healthy tasks alone', value: `${(alone / 1_000).toFixed(1)} s` },
      { name: 'healthy tasks alongside the others', value: `${(troubled / 1_000).toFixed(1)} s` },
      { name: 'ratio', value: `${ratio.toFixed(2)}×`, gate: 'at most 1.5×', ok: ratio <= 1.5 }
    ]
  }
}

/**
 * Returns the faults for the unhealthy tasks, which are numbered in order of creation. Status queries of the first tasks never get a
 * response. The results of the next tasks arrive slowly. Uploads never finish.
 */
function trouble(): PersonalityChanges {
  const dead = Array.from({ length: deadTasks }, (_, task) => createCallFault({ on: 'query', task, does: { kind: 'hang', atByte: -1 } }))
  const uploads = createCallFault({ on: 'transfer', does: { kind: 'hang', atByte: -1 } })
  const drips = Array.from({ length: drippingTasks }, (_, place) =>
    createFileFault({ task: deadTasks + place, does: { kind: 'drip', bytesPerSecond: 0.2 } })
  )
  return { faults: [...dead, uploads], storage: { faults: drips } }
}

/** Returns the time from the first healthy submission until the last result is on disk, in milliseconds. */
async function measure(changes: PersonalityChanges, isTroubled: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-fairness-'))
  const service = await openRogueService({
    personality: applyPersonalityChanges(defaultPersonality, { ...changes, query: { secondsToFinish: 1 } }),
    seed: 1,
    timeScale: 1
  })
  const studio = await openStudio({
    dataDir: join(folder, 'data'),
    connection: { baseUrl: service.url, apiKey: new Secret(service.account.apiKey()) }
  })
  try {
    if (isTroubled) await injectFaults(studio, folder)
    const startedAt = performance.now()
    const ids = await ask(studio, healthyTasks, 'healthy')
    await until(() => ids.every((id) => studio.task(id)?.phase === 'done'))
    return performance.now() - startedAt
  } finally {
    await studio.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function injectFaults(studio: Studio, folder: string): Promise<void> {
  const dead = await ask(studio, deadTasks, 'dead')
  await until(() => dead.every((id) => studio.task(id)?.phase === 'running'))
  const dripping = await ask(studio, drippingTasks, 'dripping')
  await until(() => dripping.every((id) => studio.task(id)?.phase === 'collecting'))
  for (let place = 0; place < slowUploads; place += 1) {
    const path = join(folder, `photo-${place}.png`)
    await writeFile(path, createOutputFile('large-png', path).bytes)
    await studio.submit({ capability, values: { prompt: 'with a file', imageUrls: [{ file: path }] } })
  }
  await until(() => studio.tasks({ phases: ['uploading'] }).length === slowUploads)
}

async function ask(studio: Studio, count: number, name: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (let place = 0; place < count; place += 1) ids.push((await studio.submit({ capability, values: { prompt: `${name} ${place}` } })).id)
  return ids
}

async function until(isTrue: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + longestInMs
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error('The tasks didn’t finish in time.')
    await wait(20)
  }
}
