import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Phase } from '../../shared/task/task.ts'
import { originalDigest, sidecarProblem } from '../electron/library/original-digest.ts'
import type { Personality } from '../rogue/personality.ts'
import type { RogueTaskSnapshot, RogueService } from '../rogue/rogue-service.ts'
import type { RogueLedgerEntry } from '../rogue/service-state.ts'
import {
  checkDuplicateTracking,
  checkMarkedTasks,
  leftoverFilePaths,
  leftoverViolation,
  workloadMarks,
  type InvariantReport,
  type InvariantViolation
} from './invariants.ts'
import { parseMark, type ReportedTask } from './reported-task.ts'
import type { Workload } from './workload.ts'

/** The rogue service's records at the end of a cycle. */
export type RogueServiceState = {
  readonly tasks: readonly RogueTaskSnapshot[]
  readonly ledger: readonly RogueLedgerEntry[]
  readonly personality: Personality
}
type Problem = readonly [rule: string, words: string]

export function readRogueServiceState(service: RogueService): RogueServiceState {
  return { tasks: service.tasks(), ledger: service.ledger(), personality: service.personality() }
}

/** Compares a settled folder's report (`told`) with the service's records and the files. `accepted`: IDs of accepted tasks, by mark. */
export function checkRogueFolder(
  { dataDir, workload, told }: { dataDir: string; workload: Workload; told: readonly ReportedTask[] },
  accepted: ReadonlyMap<string, string>,
  state: RogueServiceState
): InvariantReport {
  const violations: InvariantViolation[] = [...checkMarkedTasks(workloadMarks(workload), told, accepted), ...checkDuplicateTracking(told)]
  const phases = new Map<Phase, number>()
  const expectedFiles = new Set<string>()
  const onDisk = digestsIn(dataDir)
  for (const task of told) {
    phases.set(task.phase, (phases.get(task.phase) ?? 0) + 1)
    const theirs = state.tasks.filter(({ idempotencyKey }) => idempotencyKey === task.idempotencyKey)
    const taskId = theirs[0]?.taskId ?? task.taskId
    for (const [rule, words] of problemsOf(task, theirs, state, onDisk))
      violations.push({ rule, words: `${task.mark}: ${words}`, task, taskId })
    for (const result of task.results) {
      expectedFiles.add(result.path)
      const problem = sidecarProblem(result)
      if (problem !== null) violations.push({ rule: 'a result has its recipe beside it', words: problem, task, taskId })
    }
  }
  const isAllDone = told.every(({ phase }) => phase !== 'support' && phase !== 'failed' && phase !== 'collecting')
  for (const path of leftoverFilePaths(dataDir, expectedFiles))
    if (isAllDone || !isOfOpenTask(path, state)) violations.push(leftoverViolation(path))
  return { violations, phases, files: expectedFiles.size }
}

/** Returns the SHA-256 digests of all results in the library. Metadata that Kiln has embedded is ignored. */
function digestsIn(dataDir: string): ReadonlySet<string> {
  const files = leftoverFilePaths(dataDir, new Set()).filter((path) => !path.includes('.part'))
  return new Set(files.map((path) => originalDigest(path)))
}

/** True for partial downloads and for recipes of missing files. Also true for files that match an output of any service task. */
function isOfOpenTask(path: string, { tasks }: RogueServiceState): boolean {
  if (path.includes('.part')) return true
  const file = path.replace(/\.json$/, '')
  if (!existsSync(file)) return file !== path
  const digest = originalDigest(file)
  return tasks.some(({ outputs }) => outputs.some(({ sha256 }) => sha256.includes(digest)))
}

/** Returns a violation for each service task whose idempotency key isn't in `keys`. `keys`: the idempotency keys of all Kiln tasks. */
export function checkRogueLedger({ tasks }: RogueServiceState, keys: ReadonlySet<string>): readonly InvariantViolation[] {
  return tasks
    .filter(({ idempotencyKey }) => idempotencyKey !== null && !keys.has(idempotencyKey))
    .map(({ capability, taskId, idempotencyKey }) => ({
      rule: 'Kiln knows every charge',
      words: `${capability} ${taskId} with key ${idempotencyKey}`,
      task: null,
      taskId
    }))
}

function* problemsOf(
  task: ReportedTask,
  theirs: readonly RogueTaskSnapshot[],
  state: RogueServiceState,
  onDisk: ReadonlySet<string>
): Generator<Problem> {
  const [made] = theirs
  const entries = state.ledger.filter(({ idempotencyKey }) => idempotencyKey === task.idempotencyKey)
  const charges = entries.filter(({ kind }) => kind === 'charge').length
  const standing = charges - (entries.length - charges)
  if (theirs.length > 1 || charges > 1) yield ['nothing is charged twice', `its key created ${theirs.length} tasks and ${charges} charges`]
  if (task.taskId !== null && task.taskId !== made?.taskId)
    yield ['a task matches its own key', `tracks ${task.taskId}, but its key created ${made?.taskId ?? 'no task'}`]
  if (made !== undefined && task.mark !== null && parseMark(made.body) !== task.mark)
    yield ['a task matches its request', `its key created ${made.body.slice(0, 300)}`]
  yield* problemsOfCredits(task, standing, state.personality)
  yield* problemsOfPhase(task, made ?? null, state.personality, onDisk)
}

function* problemsOfCredits({ phase, credits }: ReportedTask, standing: number, { query }: Personality): Generator<Problem> {
  const isDenied = credits.state === 'not-charged' || credits.state === 'not-sent' || credits.state === 'refunded'
  if (standing > 0 && isDenied) yield ['the credits are correct', `${phase} shows ${credits.state}, but a charge remains`]
  // Finished tasks aren't polled, so Kiln can't know about a later refund.
  const isKnowable = phase !== 'done' || query.afterwards !== 'failed-refunded'
  if (standing === 0 && credits.state === 'charged' && isKnowable)
    yield ['the credits are correct', `${phase} shows charged, but no charge remains`]
}

function* problemsOfPhase(
  task: ReportedTask,
  made: RogueTaskSnapshot | null,
  personality: Personality,
  onDisk: ReadonlySet<string>
): Generator<Problem> {
  if (task.phase !== 'done' && task.phase !== 'cancelled' && task.reason === null)
    yield ['every failure has a reason', `${task.phase} without a reason`]
  switch (task.phase) {
    case 'done':
      return yield* problemsOfFiles(task, made)
    case 'collecting':
      // A task may stay in this phase if a result can't be downloaded, because Kiln keeps retrying.
      if (made?.outputs.every(({ isObtainable }) => isObtainable) === true)
        yield ['every task comes to an end', `still collecting: ${task.reason}`]
      return yield* problemsOfFiles(task, made)
    case 'failed':
      if (made?.status !== 'failed') yield ['a failed task also failed at the service', `service status: ${made?.status ?? 'none'}`]
      return
    case 'refused':
    case 'cancelled':
      if (made !== null) yield ['a rejected task doesn’t exist at the service', `${task.phase}, but the service created ${made.taskId}`]
      return
    case 'support': {
      const isFindable = task.taskId !== null || namesEveryKey(personality)
      const missing = (made?.outputs ?? []).filter(
        ({ isObtainable, sha256 }) => isObtainable && !sha256.some((digest) => onDisk.has(digest))
      )
      if (made?.status === 'finished' && isFindable && missing.length > 0)
        yield ['a paid result is on disk', `${missing.length} results of ${made.taskId} can be downloaded, but the task needs support`]
      return
    }
    default:
      yield ['every task comes to an end', `still ${task.phase}: ${task.reason ?? 'no reason'}`]
  }
}

/** True if the service's list of recent tasks is complete and contains every idempotency key. */
function namesEveryKey({ recent }: Personality): boolean {
  return recent.presence === 'listed' && recent.entries === 'objects' && recent.namesKeys && recent.most === null
}

function* problemsOfFiles(task: ReportedTask, made: RogueTaskSnapshot | null): Generator<Problem> {
  const outputs = [...(made?.outputs ?? [])]
  for (const { path, sha256 } of task.results) {
    if (!existsSync(path)) {
      yield ['a paid result is on disk', `${path} is missing`]
      continue
    }
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
    if (digest !== sha256) yield ['no result is damaged', `${path} differs from the saved result`]
    const place = outputs.findIndex((output) => output.sha256.includes(originalDigest(path)))
    if (place < 0) yield ['a result matches one output of the service', `${path} matches none of the task’s remaining outputs`]
    else outputs.splice(place, 1)
  }
  const missing = outputs.filter(({ isObtainable }) => isObtainable).length
  if (missing > 0) yield ['a paid result is on disk', `${missing} of ${made?.outputs.length ?? 0} results are missing but downloadable`]
  if (outputs.length > 0 && task.reason === null)
    yield ['a partial task has a reason', `done without a reason, but ${outputs.length} results are missing`]
}
