import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { markerFileName } from '../../electron/library/folders/folder-marker.ts'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import type { Task, TaskResult } from '../../shared/task/task.ts'
import { originalDigest, sidecarProblem } from '../electron/library/original-digest.ts'
import { systemGlibEnvironment } from '../runtime/system-glib-environment.ts'
import { batchSteps, crashSteps } from './crash-point.ts'
import { journalProblem } from './journal-problem.ts'
import { hasKilledItself } from './has-killed-itself.ts'
import { pickFrom, seededRandomStream } from './seeded-random-stream.ts'
import { type BatchJob, createBatchJob, type Job, type CrashRunOptions, createCrashJobs } from './create-crash-jobs.ts'

/*
 * Crash harness. A child runs the studio on a fixed workload. The child is killed with SIGKILL, at a random moment or at a named step. The
 * child is then restarted on the same folder and killed again. Once a child has finished the folder's workload, the practice service's
 * ledger is compared with the results.
 */
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } }
})
const rounds = Number(flags.rounds)
const killsPerFolder = 8
const lanes = 2
/** A child that isn't done after this time, in milliseconds, counts as hung and is killed. */
const hangLimitInMs = 10 * 60_000
/** The run ends early once this many children have failed. */
const failuresBeforeGivingUp = 5
const random = seededRandomStream(Number(flags.seed))
let underWay = 0
let stepTurn = 0
let batchTurn = 0

type Tally = {
  kills: number
  folders: number
  jobs: number
  chargedTwice: number
  acceptedLost: number
  batchesTorn: number
  resultsMissing: number
  resultsTorn: number
  recipesBad: number
  resultsDoubled: number
  leftovers: number
  journalsUnreadable: number
  childrenFailed: number
  readonly stepsHit: Set<string>
  readonly words: string[]
}
const tally: Tally = {
  kills: 0,
  folders: 0,
  jobs: 0,
  chargedTwice: 0,
  acceptedLost: 0,
  batchesTorn: 0,
  resultsMissing: 0,
  resultsTorn: 0,
  recipesBad: 0,
  resultsDoubled: 0,
  leftovers: 0,
  journalsUnreadable: 0,
  childrenFailed: 0,
  stepsHit: new Set(),
  words: []
}

const scratch = await mkdtemp(join(tmpdir(), 'kiln-crash-'))
const practice = await openPracticeService({ results: 'tiny', timeScale: 0.03, startingCredits: 10_000_000 })
const startedAt = Date.now()
try {
  const picture = join(scratch, 'vase.png')
  const otherPicture = join(scratch, 'stairs.jpg')
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8a58a' } })
    .png()
    .toFile(picture)
  await sharp({ create: { width: 800, height: 600, channels: 3, background: '#8aa5c8' } })
    .jpeg()
    .toFile(otherPicture)
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane, picture, otherPicture)))
} finally {
  await practice.close()
  await rm(scratch, { recursive: true, force: true })
}
const failures = print()
process.exitCode = failures === 0 ? 0 : 1

async function runLane(lane: number, picture: string, otherPicture: string): Promise<void> {
  for (let folder = 0; tally.kills + underWay < rounds && tally.childrenFailed < failuresBeforeGivingUp; folder += 1)
    await runFolder(`${lane}.${folder}`, picture, otherPicture)
}

/** Repeatedly starts and kills a child process in one folder, until `killsPerFolder` is reached or a child finishes. Then checks the folder. */
async function runFolder(name: string, picture: string, otherPicture: string): Promise<void> {
  const dataDir = join(scratch, `data-${name}`)
  await mkdir(dataDir)
  const jobs = createCrashJobs(`${flags.seed}-${name}`, picture, otherPicture)
  const accepted = new Map<string, string>()
  const batch = createBatchJob(`${flags.seed}-${name}`, otherPicture)
  const service = { dataDir, baseUrl: practice.url, apiKey: practice.apiKey, jobs, batch }
  let report: ChildEnd = 'failed'
  for (let kill = 0; kill < killsPerFolder && tally.kills + underWay < rounds; kill += 1) {
    // Every other child is killed at a named step. The others are killed at a random time.
    const crash = kill === 0 ? batchCrash() : kill % 2 === 0 ? { step: nextStepToHit(), count: 1 + Math.floor(random() * 2) } : null
    addFault(crash?.step ?? null)
    underWay += 1
    report = await runChild({ ...service, crash }, crash === null ? 100 + random() * 700 : null, accepted)
    underWay -= 1
    checkJournal(dataDir)
    if (report !== 'killed') break
    tally.kills += 1
    if (crash !== null) tally.stepsHit.add(crash.step)
  }
  if (report === 'killed') report = await runChild({ ...service, crash: null }, null, accepted)
  tally.folders += 1
  tally.jobs += jobs.length + batch.marks.length
  if (report === 'killed' || report === 'failed') tally.words.push(`${name}: the last child didn’t finish`)
  else judge(name, dataDir, jobs, batch, accepted, report)
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Returns the next of `crashSteps`, in turn. Every other call prefers steps at which no child was killed yet. The other calls go through
 * all steps, so that an unreachable step doesn't block the rest.
 */
function nextStepToHit(): string {
  const missing = crashSteps.filter((step) => !tally.stepsHit.has(step))
  stepTurn += 1
  const from = missing.length > 0 && stepTurn % 2 === 0 ? missing : crashSteps
  return from[Math.floor(stepTurn / 2) % from.length] as string
}

/** Returns the next step of a batch's transaction, in turn. Used for a folder's first child, because a batch is saved only once. */
function batchCrash(): { step: string; count: number } {
  batchTurn += 1
  return { step: batchSteps[batchTurn % batchSteps.length] as string, count: 1 }
}

/** Adds a lost or truncated response for half of the children, or always if `step` needs one. `step`: the child's crash step. */
function addFault(step: string | null): void {
  // Kiln reads the recent tasks only if a task is unconfirmed.
  if (step?.startsWith('recent')) {
    practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: random() < 0.5 } })
    return
  }
  const on = pickFrom(random, ['submit', 'submit', 'upload', 'query', 'download', 'transfer'] as const)
  const what = pickFrom(random, ['lost-before', 'lost-after', 'torn', 'none', 'none', 'none'] as const)
  if (what === 'torn') practice.faults.add({ on, do: { kind: 'tear-answer' } })
  else if (what !== 'none') practice.faults.add({ on, do: { kind: 'lose-answer', workIsDone: what === 'lost-after' } })
}

/** A task in the child's report. `prompt` contains the task's mark. */
type ReportedTask = Omit<Task, 'results'> & {
  readonly prompt?: string
  readonly results: readonly (TaskResult & { readonly path: string })[]
}
type ChildEnd = 'killed' | 'failed' | readonly ReportedTask[]

function runChild(crashRunOptions: CrashRunOptions, killAfterInMs: number | null, accepted: Map<string, string>): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const file = `${crashRunOptions.dataDir}.orders.json`
    void writeFile(file, JSON.stringify(crashRunOptions)).then(() => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('child.ts', import.meta.url)), file], {
        env: { ...process.env, ...systemGlibEnvironment() },
        stdio: ['ignore', 'pipe', 'pipe']
      })
      let said = ''
      let complaints = ''
      let isKilled = false
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
      const timer = setTimeout(() => {
        isKilled = true
        child.kill('SIGKILL')
      }, killAfterInMs ?? hangLimitInMs)
      child.on('close', (code, signal) => {
        clearTimeout(timer)
        for (const line of said.split('\n')) {
          const [word, mark, id] = line.split(' ')
          if (word === 'accepted' && mark !== undefined && id !== undefined) accepted.set(mark, id)
        }
        const report = said.split('\n').find((line) => line.startsWith('report '))
        if (isKilled && killAfterInMs !== null) return resolve('killed')
        if (!isKilled && crashRunOptions.crash !== null && hasKilledItself({ code, signal, stderr: complaints })) return resolve('killed')
        if (code === 0 && report !== undefined) return resolve(JSON.parse(report.slice('report '.length)) as ReportedTask[])
        tally.words.push(
          `child: ${isKilled ? 'not finished' : `code ${code} ${signal ?? ''}`} ${complaints.slice(-2_000)} ${said.slice(-500)}`
        )
        if (complaints.includes('JournalError')) tally.journalsUnreadable += 1
        else tally.childrenFailed += 1
        resolve('failed')
      })
    })
  })
}

function checkJournal(dataDir: string): void {
  const problem = journalProblem(dataDir)
  if (problem === null) return
  tally.journalsUnreadable += 1
  tally.words.push(problem)
}

function judge(
  name: string,
  dataDir: string,
  single: readonly Job[],
  batch: BatchJob,
  accepted: ReadonlyMap<string, string>,
  report: readonly ReportedTask[]
): void {
  const jobs = [...single, ...batch.marks.map((mark) => ({ mark }))]
  const rows = report.filter((task) => batch.marks.some((mark) => task.prompt?.includes(mark)))
  if (rows.length !== batch.marks.length) {
    tally.batchesTorn += 1
    tally.words.push(`${name}: the batch has ${rows.length} of ${batch.marks.length} rows`)
  }
  const made = practice.tasks().filter((task) => jobs.some((job) => promptOf(task).includes(job.mark)))
  const charges = practice.ledger().filter((entry) => entry.kind === 'charge')
  const expectedFiles = new Set<string>()
  for (const job of jobs) {
    const tasks = made.filter((task) => promptOf(task).includes(job.mark))
    const paid = charges.filter((charge) => tasks.some((task) => task.taskId === charge.taskId))
    if (tasks.length > 1 || paid.length > 1) {
      tally.chargedTwice += 1
      tally.words.push(`${name} ${job.mark}: ${tasks.length} tasks, ${paid.length} charges`)
    }
    const mine = report.filter((task) => task.prompt?.includes(job.mark))
    const isLost = (accepted.has(job.mark) || tasks.length > 0) && mine.length !== 1
    const isUnfollowed = mine.some((task) => task.phase !== 'done' || task.taskId !== tasks[0]?.taskId)
    if (isLost || isUnfollowed) {
      tally.acceptedLost += 1
      tally.words.push(
        `${name} ${job.mark}: ${mine.map((task) => `${task.phase} ${task.failure?.code ?? ''}`).join('; ') || 'not in the journal'}`
      )
    }
    const digests = new Set(tasks.flatMap((task) => task.outputs.map((output) => output.sha256)))
    const onDisk = new Set<string>()
    for (const result of mine.flatMap((task) => task.results)) {
      expectedFiles.add(result.path)
      if (!existsSync(result.path)) {
        tally.resultsMissing += 1
        continue
      }
      const digest = createHash('sha256').update(readFileSync(result.path)).digest('hex')
      const sent = originalDigest(result.path)
      if (digest !== result.sha256 || !digests.has(sent)) tally.resultsTorn += 1
      onDisk.add(sent)
      const problem = sidecarProblem(result)
      if (problem === null) continue
      tally.recipesBad += 1
      tally.words.push(`${name} ${job.mark}: ${problem}`)
    }
    const missing = [...digests].filter((digest) => !onDisk.has(digest)).length
    tally.resultsMissing += missing
    if (missing > 0) tally.words.push(`${name} ${job.mark}: ${missing} of ${digests.size} results aren’t on disk`)
  }
  for (const entry of readdirSync(join(dataDir, 'library'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === markerFileName) continue
    const path = join(entry.parentPath, entry.name)
    if (expectedFiles.has(path)) continue
    // This recipe was already checked above, together with its result file.
    if (path.endsWith('.json') && expectedFiles.has(path.slice(0, -'.json'.length))) continue
    if (entry.name.includes('.part')) tally.leftovers += 1
    else tally.resultsDoubled += 1
    tally.words.push(`${name}: ${entry.name} doesn’t belong to a result`)
  }
}

function promptOf(task: ReturnType<PracticeService['tasks']>[number]): string {
  return String((task.body as { prompt?: unknown }).prompt ?? '')
}

function print(): number {
  const bad = {
    'tasks charged twice': tally.chargedTwice,
    'accepted tasks lost': tally.acceptedLost,
    'incomplete batches': tally.batchesTorn,
    'results missing on disk': tally.resultsMissing,
    'damaged results on disk': tally.resultsTorn,
    'missing or damaged recipes': tally.recipesBad,
    'results saved twice': tally.resultsDoubled,
    'partial files left behind': tally.leftovers,
    'unreadable journals': tally.journalsUnreadable,
    'children that failed for other reasons': tally.childrenFailed
  }
  for (const words of tally.words.slice(0, 40)) console.error(words)
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  console.log(
    `crash harness: ${tally.kills} kills over ${tally.folders} folders with ${tally.jobs} tasks in ${seconds} s, seed ${flags.seed}`
  )
  const steps = [...batchSteps, ...crashSteps]
  const missed = steps.filter((step) => !tally.stepsHit.has(step))
  console.log(
    `  named steps at which a round ended: ${tally.stepsHit.size} of ${steps.length}${missed.length > 0 ? `, missed ${missed.join(', ')}` : ''}`
  )
  for (const [what, count] of Object.entries(bad)) console.log(`  ${count} ${what}`)
  const sum = Object.values(bad).reduce((total, count) => total + count, 0)
  console.log(sum === 0 ? 'crash harness: nothing charged twice, nothing lost' : 'crash harness: FAILED')
  return sum
}
