import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import { anyStep, crashSteps, noHardLinkCrashSteps } from '../crash/crash-point.ts'
import { journalProblem } from '../crash/journal-problem.ts'
import { pickFrom, seededRandomStream } from '../crash/seeded-random-stream.ts'
import { checkLedger, checkFolderInvariants, type InvariantViolation, type PracticeServiceState } from './invariants.ts'
import { createSampleMedia, createUniqueImageWriter, type SampleMediaPaths } from './sample-media-paths.ts'
import type { ChaosRunOptions } from './run-options.ts'
import { runChild } from './run-child.ts'
import type { ReportedTask } from './reported-task.ts'
import { nextFault } from './fault-generator.ts'
import { createWorkload, type Workload } from './workload.ts'

/*
 * The chaos run. Child processes run the studio on all kinds of tasks, against one practice service. The service loses and truncates
 * responses, stalls, rejects requests, forgets uploads and restarts. The children are killed repeatedly, their clock jumps and their disk
 * fills up. Then the faults stop and all tasks settle. The results are compared with the service's ledger and the files on disk. Such
 * cycles repeat until the time is up.
 */
const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Number of folders that are processed in parallel. */
    lanes: { type: 'string', default: '3' },
    service: { type: 'string', default: 'practice' }
  }
})
const endAt = Date.now() + Number(flags.minutes) * 60_000
const random = seededRandomStream(Number(flags.seed))
const lanes = Number(flags.lanes)
/** Error codes for creating a hard link. Each test folder uses the next entry. Null if the folder's disk supports hard links. */
const disks = [null, null, 'EPERM', null, null, 'EISDIR'] as const
const tasksPerFolder = 200
const killsPerFolder = 20
const longestWaitForStepInMs = 3_500
/** The run ends early once this many children have failed because of a defect. */
const brokenBeforeGivingUp = 5
const faultIntervalInMs = 60
const faultsPerBeat = 4
/** Maximum number of faults armed together for one kind of call, such as `submit`. */
const mostFaultsArmed = 2

const tally = {
  cycles: 0,
  tasks: 0,
  kills: 0,
  killsAtStep: new Map<string, number>(),
  faults: 0,
  restarts: 0,
  charges: 0,
  files: 0,
  choices: 0,
  phases: new Map<string, number>(),
  violations: [] as string[],
  broken: 0
}
const startedAt = Date.now()
const scratch = await mkdtemp(join(tmpdir(), 'kiln-chaos-'))
const serviceDir = join(scratch, 'service')
/** Request IDs of the `select_faces` calls that reached the handler, by task ID. */
const choicesOfTask = new Map<string, Set<string>>()
const judgedKeys = new Set<string>()
const complaints = new Set<string>()
let practice: PracticeService = await openService()
try {
  const materials = await createSampleMedia(scratch)
  let longestCycleInMs = 0
  do {
    const cycleStartedAt = Date.now()
    await runCycle(materials)
    longestCycleInMs = Math.max(longestCycleInMs, Date.now() - cycleStartedAt)
  } while (Date.now() + longestCycleInMs * 0.7 < endAt && tally.broken < brokenBeforeGivingUp)
  doubtAnIdleStorm()
} finally {
  await practice.close()
  if (tally.violations.length === 0) await rm(scratch, { recursive: true, force: true })
}
print()
process.exitCode = tally.violations.length === 0 ? 0 : 1

function openService(): Promise<PracticeService> {
  return openPracticeService({ dataDir: serviceDir, results: 'tiny', timeScale: 0.03, startingCredits: 100_000_000 })
}

/** Runs all lanes with faults, lets them settle without faults, and checks the invariants. */
async function runCycle(materials: SampleMediaPaths): Promise<void> {
  const folders = Array.from({ length: lanes }, (_, lane) =>
    openFolder(`${tally.cycles}.${lane}`, disks[(tally.cycles * lanes + lane) % disks.length] ?? null, materials)
  )
  const storm = new AbortController()
  const raging = rage(storm.signal)
  await Promise.all(folders.map(strike))
  storm.abort()
  await raging
  clearFaults()
  await Promise.all(
    folders.map(async (folder) => {
      folder.told = await settle(folder)
    })
  )
  readChoices()
  const serviceState: PracticeServiceState = { tasks: practice.tasks(), ledger: practice.ledger() }
  for (const folder of folders) await judge(folder, serviceState)
  if (folders.every(({ told }) => told !== null))
    for (const violation of checkLedger(serviceState, judgedKeys)) complain('the ledger', violation)
  for (const [taskId, calls] of choicesOfTask) {
    if (calls.size > 1)
      complain('the service', { rule: 'faces are chosen once', words: `${taskId}: ${calls.size} choices`, task: null, taskId })
  }
  tally.cycles += 1
  tally.choices = choicesOfTask.size
  tally.charges = serviceState.ledger.filter(({ kind }) => kind === 'charge').length
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  console.log(
    `cycle ${tally.cycles}: ${tally.tasks} tasks, ${tally.kills} kills, ${tally.faults} faults, ${tally.violations.length} violations after ${seconds} s`
  )
}

type Folder = {
  readonly name: string
  readonly dataDir: string
  /** Folder for images that are sent by only one task. */
  readonly ownDir: string
  readonly workload: Workload
  readonly noLinks: ChaosRunOptions['noLinks']
  readonly accepted: Map<string, string>
  told: readonly ReportedTask[] | null
}

function openFolder(name: string, noLinks: ChaosRunOptions['noLinks'], materials: SampleMediaPaths): Folder {
  const dataDir = join(scratch, `data-${name}`)
  const ownDir = join(scratch, `own-${name}`)
  mkdirSync(dataDir)
  mkdirSync(ownDir)
  return {
    name,
    dataDir,
    ownDir,
    workload: createWorkload(name, { tasks: tasksPerFolder, random, materials, ownFile: createUniqueImageWriter(ownDir, materials) }),
    noLinks,
    accepted: new Map(),
    told: null
  }
}

function ordersFor(folder: Folder, changes: Pick<ChaosRunOptions, 'conditions' | 'upTo' | 'crash'>): ChaosRunOptions {
  const { dataDir, workload, noLinks } = folder
  const seed = Math.floor(random() * 2 ** 31)
  return {
    dataDir,
    workload,
    noLinks,
    baseUrl: practice.url,
    apiKey: practice.apiKey,
    seed,
    reportTo: `${dataDir}.report.json`,
    quietLimitInMs: null,
    ...changes
  }
}

/** Repeatedly starts a child on one folder and kills it, each time at a different moment. */
async function strike(folder: Folder): Promise<void> {
  for (let kill = 0; kill < killsPerFolder && tally.broken < brokenBeforeGivingUp; kill += 1) {
    const crash = crashFor(folder)
    // A negative time counts from the start of the process. A few children are therefore killed before the studio is open. A child with a
    // crash step gets more time, so that it can reach the step.
    const atAnyMomentInMs = random() < 0.1 ? -(100 + random() * 500) : random() * random() * 3_000
    const killAfterInMs = crash === null ? atAnyMomentInMs : longestWaitForStepInMs
    const chaosRunOptions = ordersFor(folder, { conditions: 'storm', upTo: (kill + 1) / killsPerFolder, crash })
    const end = await runChild(chaosRunOptions, killAfterInMs, folder.accepted)
    if (end.how === 'broken') breakDown(end.words)
    else tally.kills += 1
    if (end.how === 'killed' && end.atStep !== null) tally.killsAtStep.set(end.atStep, (tally.killsAtStep.get(end.atStep) ?? 0) + 1)
    const problem = journalProblem(folder.dataDir)
    if (problem !== null) complain(folder.name, { rule: 'the journal can be read', words: problem, task: null, taskId: null })
  }
}

/** Returns the step at which the child kills itself: a named step, or any step. Null if the parent kills the child after a random time. */
function crashFor({ noLinks }: Folder): ChaosRunOptions['crash'] {
  const dice = random()
  if (dice < 0.3) return { step: anyStep, count: 1 + Math.floor(random() * random() * 400) }
  if (dice > (noLinks === null ? 0.6 : 0.8)) return null
  const steps = noLinks !== null && random() < 0.6 ? noHardLinkCrashSteps : crashSteps
  return { step: pickFrom(random, steps), count: 1 + Math.floor(random() * random() * 6) }
}

async function settle(folder: Folder): Promise<readonly ReportedTask[] | null> {
  const end = await runChild(ordersFor(folder, { conditions: 'calm', upTo: 1, crash: null }), null, folder.accepted)
  if (end.how === 'settled') return end.told
  breakDown(end.how === 'broken' ? end.words : 'a child was killed in the calm phase')
  return null
}

function breakDown(words: string): void {
  tally.broken += 1
  tally.violations.push(words)
}

/** Injects faults and expires uploads until `signal` is aborted. Restarts the service once at a random time. */
async function rage(signal: AbortSignal): Promise<void> {
  let restartAt = Date.now() + 4_000 + random() * 8_000
  for (let beat = 0; !signal.aborted; beat += 1) {
    await wait(faultIntervalInMs, undefined, { signal }).catch(() => undefined)
    for (let added = 0; added < faultsPerBeat; added += 1) armFault()
    // Discards faults whose call never occurs. They would otherwise prevent new faults for that kind of call.
    if (beat % 50 === 49) clearFaults()
    if (beat % 80 === 79) await practice.account.change({ expireUploads: true })
    if (beat % 20 === 19) readChoices()
    if (Date.now() > restartAt) {
      restartAt = Number.POSITIVE_INFINITY
      readChoices()
      clearFaults()
      await practice.close()
      await wait(random() * 500)
      practice = await openService()
      tally.restarts += 1
    }
  }
}

function armFault(): void {
  const fault = nextFault(random)
  if (practice.faults.list().filter(({ on }) => on === fault.on).length >= mostFaultsArmed) return
  practice.faults.add(fault)
  tally.faults += 1
}

/** Removes all armed faults and subtracts them from the tally, because they didn't occur. */
function clearFaults(): void {
  tally.faults -= practice.faults.list().length
  practice.faults.clear()
}

function readChoices(): void {
  for (const { tool, taskId, requestId } of practice.calls()) {
    if (tool !== 'select_faces' || taskId === null) continue
    const calls = choicesOfTask.get(taskId) ?? new Set()
    choicesOfTask.set(taskId, calls.add(requestId))
  }
}

async function judge(folder: Folder, serviceState: PracticeServiceState): Promise<void> {
  if (folder.told === null) return
  const { dataDir, workload, told } = folder
  const { violations, phases, files } = checkFolderInvariants({ dataDir, workload, told }, folder.accepted, serviceState)
  for (const violation of violations) complain(folder.name, violation)
  for (const { idempotencyKey } of told) judgedKeys.add(idempotencyKey)
  for (const [phase, count] of phases) tally.phases.set(phase, (tally.phases.get(phase) ?? 0) + count)
  tally.tasks += told.length
  tally.files += files
  // Keeps folders with violations, so that their files can be inspected.
  if (violations.length === 0) await Promise.all([dataDir, folder.ownDir].map((path) => rm(path, { recursive: true, force: true })))
}

/** Records a violation with the task's support bundle and API calls. Does nothing if a violation with the same words was recorded. */
function complain(where: string, { rule, words, task, taskId }: InvariantViolation): void {
  if (complaints.has(words)) return
  complaints.add(words)
  const theirs = task?.taskId ?? taskId
  const calls = practice
    .calls()
    .filter(
      (loggedCall) =>
        (theirs !== null && loggedCall.taskId === theirs) || (task !== null && loggedCall.idempotencyKey === task.idempotencyKey)
    )
    .map(({ at, on, tool, httpStatus, errorType }) => `  ${new Date(at).toISOString()} ${tool ?? on} ${httpStatus} ${errorType ?? ''}`)
  tally.violations.push([`VIOLATION in ${where}: ${rule}: ${words}`, task?.bundle ?? '', ...calls].join('\n'))
}

/** Records a violation if the run had too few faults or implausible results. Such a run proves little. */
function doubtAnIdleStorm(): void {
  const share = (phase: string): number => (tally.phases.get(phase) ?? 0) / tally.tasks
  const doubts: readonly (readonly [boolean, string])[] = [
    [!(share('done') >= 0.7), `${tally.phases.get('done') ?? 0} of ${tally.tasks} tasks are done`],
    [!(share('support') <= 0.2), `${tally.phases.get('support') ?? 0} of ${tally.tasks} tasks need support`],
    [tally.faults < tally.tasks / 4, `only ${tally.faults} faults for ${tally.tasks} tasks`],
    [tally.killsAtStep.size === 0, 'no kill happened at a named step'],
    [tally.choices === 0, 'no face was chosen']
  ]
  for (const [isImplausible, words] of doubts) if (isImplausible) tally.violations.push(`VIOLATION: the run is plausible: ${words}`)
}

function print(): void {
  for (const words of tally.violations.slice(0, 20)) console.error(`${words}\n`)
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
  const atStep = [...tally.killsAtStep.values()].reduce((sum, count) => sum + count, 0)
  const steps = [...crashSteps, ...noHardLinkCrashSteps]
  const missed = steps.filter((step) => !tally.killsAtStep.has(step))
  const phases = [...tally.phases].map(([phase, count]) => `${count} ${phase}`).join(', ')
  console.log(
    [
      `chaos: ${tally.tasks} tasks, ${tally.kills} kills, ${tally.violations.length} violations in ${minutes} minutes, seed ${flags.seed}`,
      `  tasks ended: ${phases}`,
      `  ${tally.charges} charges, ${tally.files} files on disk, ${tally.choices} face selections`,
      `  ${atStep} kills at a step, ${steps.length - missed.length} of ${steps.length} named steps reached${missed.length > 0 ? `, missed ${missed.join(', ')}` : ''}`,
      `  ${tally.faults} faults, ${tally.restarts} service restarts, ${tally.cycles} cycles`,
      tally.violations.length === 0
        ? 'chaos: nothing charged twice, nothing lost'
        : `chaos: FAILED. The remaining files are in ${scratch}. Repeat with npm run test:chaos -- --minutes ${flags.minutes} --seed ${flags.seed} --lanes ${flags.lanes}`
    ].join('\n')
  )
}
