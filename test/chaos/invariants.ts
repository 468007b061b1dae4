import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markerFileName } from '../../electron/library/folders/folder-marker.ts'
import type { LedgerRecord } from '../../electron/practice/ledger-store.ts'
import type { TaskSnapshot } from '../../electron/practice/task-snapshot.ts'
import type { Phase } from '../../shared/task/task.ts'
import { originalDigest, sidecarProblem } from '../electron/library/original-digest.ts'
import type { ReportedTask } from './reported-task.ts'
import type { Workload } from './workload.ts'

/** The practice service's tasks and ledger entries. */
export type PracticeServiceState = { readonly tasks: readonly TaskSnapshot[]; readonly ledger: readonly LedgerRecord[] }

/** Maximum page size of the recent-tasks endpoint. */
const mostListed = 1_000

/** A violated rule. `words`: details. `task`: Kiln's task, null if it doesn't exist. `taskId`: the service's task ID, null if unknown. */
export type InvariantViolation = {
  readonly rule: string
  readonly words: string
  readonly task: ReportedTask | null
  readonly taskId: string | null
}

export type InvariantReport = {
  readonly violations: readonly InvariantViolation[]
  readonly phases: ReadonlyMap<Phase, number>
  readonly files: number
}

/**
 * Compares a settled folder's report (`told`) with the service's records and the files on disk. `accepted`: IDs of accepted tasks, by mark.
 * `unmarkedTasks`: expected number of tasks that don't belong to a job, by default 0.
 */
export function checkFolderInvariants(
  {
    dataDir,
    workload,
    told,
    unmarkedTasks
  }: { dataDir: string; workload: Workload; told: readonly ReportedTask[]; unmarkedTasks?: number },
  accepted: ReadonlyMap<string, string>,
  serviceState: PracticeServiceState
): InvariantReport {
  const violations: InvariantViolation[] = []
  const phases = new Map<Phase, number>()
  const expectedFiles = new Set<string>()
  const taskOfKey = new Map(serviceState.tasks.map((task) => [task.idempotencyKey, task]))

  const marks = workloadMarks(workload)
  violations.push(...checkMarkedTasks(marks, told, accepted))
  const unmarked = told.filter(({ mark }) => mark === null || !marks.has(mark))
  if (unmarked.length !== (unmarkedTasks ?? 0)) {
    for (const task of unmarked)
      violations.push({ rule: 'no task exists without a request', words: `${task.id} has the mark ${task.mark}`, task, taskId: null })
  }
  for (const task of told) {
    phases.set(task.phase, (phases.get(task.phase) ?? 0) + 1)
    const theirs = taskOfKey.get(task.idempotencyKey) ?? null
    for (const [rule, words] of problemsOf(task, theirs, serviceState))
      violations.push({ rule, words: `${task.mark}: ${words}`, task, taskId: theirs?.taskId ?? null })
    for (const result of task.results) {
      expectedFiles.add(result.path)
      const problem = sidecarProblem(result)
      if (problem !== null) violations.push({ rule: 'a result has its recipe beside it', words: problem, task, taskId: task.taskId })
    }
  }
  violations.push(...checkDuplicateTracking(told))
  violations.push(...leftoverFilePaths(dataDir, expectedFiles).map(leftoverViolation))
  return { violations, phases, files: expectedFiles.size }
}

export function workloadMarks(workload: Workload): ReadonlySet<string> {
  return new Set([...workload.jobs.map((job) => job.mark), ...workload.batches.flatMap((batch) => batch.marks)])
}

/** Yields a violation for each job that doesn't have exactly one task. Also yields one for each accepted task that no longer exists. */
export function* checkMarkedTasks(
  marks: ReadonlySet<string>,
  told: readonly ReportedTask[],
  accepted: ReadonlyMap<string, string>
): Generator<InvariantViolation> {
  for (const mark of marks) {
    const mine = told.filter((task) => task.mark === mark)
    const about = { task: mine[0] ?? null, taskId: null }
    if (mine.length !== 1) yield { rule: 'a request is one task', words: `${mark} has ${mine.length} tasks`, ...about }
    const promised = accepted.get(mark)
    if (promised !== undefined && !mine.some(({ id }) => id === promised))
      yield { rule: 'an accepted task is never lost', words: `${mark} was accepted as ${promised}`, ...about }
  }
}

/** Yields a violation for each service task that is tracked by more than one Kiln task. */
export function* checkDuplicateTracking(told: readonly ReportedTask[]): Generator<InvariantViolation> {
  const followed = Map.groupBy(
    told.filter(({ taskId }) => taskId !== null),
    ({ taskId }) => taskId
  )
  for (const [taskId, [task, ...others]] of followed) {
    if (others.length > 0 && task !== undefined)
      yield { rule: 'a service task is one Kiln task', words: `${others.length + 1} tasks track ${taskId}`, task, taskId }
  }
}

/** Returns the paths of all library files other than `expectedFiles`, their recipes and the folder's marker file. */
export function leftoverFilePaths(dataDir: string, expectedFiles: ReadonlySet<string>): readonly string[] {
  return readdirSync(join(dataDir, 'library'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== markerFileName)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !expectedFiles.has(path))
    .filter((path) => !(path.endsWith('.json') && expectedFiles.has(path.slice(0, -'.json'.length))))
}

export function leftoverViolation(path: string): InvariantViolation {
  const rule = path.includes('.part') ? 'no partial file is left behind' : 'no result is saved twice'
  return { rule, words: `${path} doesn’t belong to a result`, task: null, taskId: null }
}

function* problemsOf(
  task: ReportedTask,
  theirs: TaskSnapshot | null,
  { ledger, tasks }: PracticeServiceState
): Generator<readonly [string, string]> {
  const isListed = ({ taskId }: TaskSnapshot): boolean => tasks.slice(-mostListed).some((one) => one.taskId === taskId)
  const entries = theirs === null ? [] : ledger.filter(({ taskId }) => taskId === theirs.taskId)
  const charges = entries.filter(({ kind }) => kind === 'charge').length
  const standing = charges - entries.filter(({ kind }) => kind === 'refund').length
  if (charges > 1) yield ['nothing is charged twice', `${charges} charges`]
  if (task.taskId !== null && task.taskId !== theirs?.taskId)
    yield ['a task matches its own key', `tracks ${task.taskId}, but its key created ${theirs?.taskId ?? 'no task'}`]
  // The mark is in the prompt, or in the name of this task's own image.
  if (theirs !== null && task.mark !== null && !JSON.stringify(theirs.body).includes(task.mark))
    yield ['a task matches its request', `its key created ${JSON.stringify(theirs.body).slice(0, 300)}`]
  if (standing > 0 && (task.credits.state === 'not-charged' || task.credits.state === 'not-sent' || task.credits.state === 'refunded'))
    yield ['the credits are correct', `${task.phase} shows ${task.credits.state}, but ${standing} charges remain`]

  if (standing === 0 && task.credits.state === 'charged')
    yield ['the credits are correct', `${task.phase} shows charged, but no charge remains`]

  switch (task.phase) {
    case 'done':
      if (standing !== 1) yield ['a finished task is charged once', `${standing} charges remain`]
      yield* problemsOfFiles(task, theirs)
      return
    case 'failed':
      if (theirs?.status !== 'failed') yield ['a failed task also failed at the service', `service status: ${theirs?.status ?? 'none'}`]
      return
    case 'refused':
    case 'cancelled':
      if (theirs !== null) yield ['a rejected task doesn’t exist at the service', `${task.phase}, but the service created ${theirs.taskId}`]
      return
    case 'support':
      if (!task.bundle.includes(task.idempotencyKey)) yield ['a support bundle has the idempotency key', 'the key is missing']
      // In 'calm' conditions, the service lists recent tasks with their keys. A task in the 'support' phase must therefore be unknown to
      // the service or unlisted.
      if (theirs !== null && isListed(theirs))
        yield ['a task at the service is found', `the service has ${theirs.taskId} (${theirs.status}), but the task needs support`]
      return
    default:
      yield ['every task comes to an end', `still ${task.phase}`]
  }
}

function* problemsOfFiles(task: ReportedTask, theirs: TaskSnapshot | null): Generator<readonly [string, string]> {
  const digests = (theirs?.outputs ?? []).map(({ sha256 }) => sha256).toSorted()
  const found: string[] = []
  for (const { path, sha256 } of task.results) {
    if (!existsSync(path)) {
      yield ['a paid result is on disk', `${path} is missing`]
      continue
    }
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
    if (digest !== sha256) yield ['no result is damaged', `${path} differs from the saved result`]
    found.push(originalDigest(path))
  }
  if (found.toSorted().join() !== digests.join())
    yield ['a paid result is on disk', `${found.length} files don’t match the service’s ${digests.length} results`]
}

/**
 * Returns a violation for each service task that doesn't belong to a Kiln task. Also returns one for each idempotency key that was charged
 * more than once. `keys`: the idempotency keys of all checked Kiln tasks.
 */
export function checkLedger(serviceState: PracticeServiceState, keys: ReadonlySet<string>): readonly InvariantViolation[] {
  const violations: InvariantViolation[] = []
  for (const { idempotencyKey, taskId, capability } of serviceState.tasks) {
    if (!keys.has(idempotencyKey))
      violations.push({
        rule: 'Kiln knows every charge',
        words: `${capability} ${taskId} with key ${idempotencyKey}`,
        task: null,
        taskId
      })
  }
  const charges = Map.groupBy(
    serviceState.ledger.filter(({ kind }) => kind === 'charge'),
    ({ idempotencyKey }) => idempotencyKey
  )
  for (const [key, entries] of charges) {
    if (entries.length > 1)
      violations.push({
        rule: 'nothing is charged twice',
        words: `key ${key} was charged ${entries.length} times`,
        task: null,
        taskId: entries[0]?.taskId ?? null
      })
  }
  return violations
}
