import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Phase } from '../../shared/task.ts'
import { digestAsItCame, sidecarProblem } from '../library/as-it-came.ts'
import type { Personality } from '../rogue/personality.ts'
import type { KnownTask, RogueService } from '../rogue/rogue-service.ts'
import type { LedgerEntry } from '../rogue/service-state.ts'
import { judgeFollowers, judgeWishes, leftoversIn, leftoverViolation, marksOf, type Verdict, type Violation } from './judge.ts'
import { markIn, type ToldTask } from './told-task.ts'
import type { Wishes } from './wishes.ts'

/** What the rogue service knows, once a cycle is over. */
export type Evidence = { readonly tasks: readonly KnownTask[]; readonly ledger: readonly LedgerEntry[]; readonly personality: Personality }
type Problem = readonly [rule: string, words: string]

export function evidenceOf(service: RogueService): Evidence {
  return { tasks: service.tasks(), ledger: service.ledger(), personality: service.personality() }
}

/** Compares what a settled folder says with the ledger of the service and with the files on disk. `accepted`: what was promised, by mark. */
export function judgeRogueFolder(
  { dataDir, wishes, told }: { dataDir: string; wishes: Wishes; told: readonly ToldTask[] },
  accepted: ReadonlyMap<string, string>,
  evidence: Evidence
): Verdict {
  const violations: Violation[] = [...judgeWishes(marksOf(wishes), told, accepted), ...judgeFollowers(told)]
  const phases = new Map<Phase, number>()
  const expectedFiles = new Set<string>()
  const onDisk = digestsIn(dataDir)
  for (const task of told) {
    phases.set(task.phase, (phases.get(task.phase) ?? 0) + 1)
    const theirs = evidence.tasks.filter(({ idempotencyKey }) => idempotencyKey === task.idempotencyKey)
    const taskId = theirs[0]?.taskId ?? task.taskId
    for (const [rule, words] of problemsOf(task, theirs, evidence, onDisk))
      violations.push({ rule, words: `${task.mark}: ${words}`, task, taskId })
    for (const result of task.results) {
      expectedFiles.add(result.path)
      const problem = sidecarProblem(result)
      if (problem !== null) violations.push({ rule: 'a result has its recipe beside it', words: problem, task, taskId })
    }
  }
  const isAllDone = told.every(({ phase }) => phase !== 'support' && phase !== 'failed' && phase !== 'collecting')
  for (const path of leftoversIn(dataDir, expectedFiles))
    if (isAllDone || !isOfOpenTask(path, evidence)) violations.push(leftoverViolation(path))
  return { violations, phases, files: expectedFiles.size }
}

/** Digests of all results in the library, as they came. */
function digestsIn(dataDir: string): ReadonlySet<string> {
  const files = leftoversIn(dataDir, new Set()).filter((path) => !path.includes('.part'))
  return new Set(files.map((path) => digestAsItCame(path)))
}

/** Some results may have been saved before a task ended otherwise, a part waits for its rest, and a recipe outlives a file that was lost. */
function isOfOpenTask(path: string, { tasks }: Evidence): boolean {
  if (path.includes('.part')) return true
  const file = path.replace(/\.json$/, '')
  if (!existsSync(file)) return file !== path
  const digest = digestAsItCame(file)
  return tasks.some(({ outputs }) => outputs.some(({ sha256 }) => sha256.includes(digest)))
}

/** Every task that a key made belongs to a task that somebody follows. `keys`: of all folders. */
export function judgeRogueLedger({ tasks }: Evidence, keys: ReadonlySet<string>): readonly Violation[] {
  return tasks
    .filter(({ idempotencyKey }) => idempotencyKey !== null && !keys.has(idempotencyKey))
    .map(({ capability, taskId, idempotencyKey }) => ({
      rule: 'every charge is known here',
      words: `${capability} ${taskId} with key ${idempotencyKey}`,
      task: null,
      taskId
    }))
}

function* problemsOf(task: ToldTask, theirs: readonly KnownTask[], evidence: Evidence, onDisk: ReadonlySet<string>): Generator<Problem> {
  const [made] = theirs
  const entries = evidence.ledger.filter(({ idempotencyKey }) => idempotencyKey === task.idempotencyKey)
  const charges = entries.filter(({ kind }) => kind === 'charge').length
  const standing = charges - (entries.length - charges)
  if (theirs.length > 1 || charges > 1) yield ['nothing is charged twice', `its key made ${theirs.length} tasks and ${charges} charges`]
  if (task.taskId !== null && task.taskId !== made?.taskId)
    yield ['a task follows its own key', `follows ${task.taskId}, its key made ${made?.taskId ?? 'nothing'}`]
  if (made !== undefined && task.mark !== null && markIn(made.body) !== task.mark)
    yield ['a task is what was asked for', `its key made ${made.body.slice(0, 300)}`]
  yield* problemsOfCredits(task, standing, evidence.personality)
  yield* problemsOfPhase(task, made ?? null, evidence.personality, onDisk)
}

function* problemsOfCredits({ phase, credits }: ToldTask, standing: number, { query }: Personality): Generator<Problem> {
  const isDenied = credits.state === 'not-charged' || credits.state === 'not-sent' || credits.state === 'refunded'
  if (standing > 0 && isDenied) yield ['credits are told right', `${phase} says ${credits.state}, and a charge stands`]
  // Nobody asks again about a task that is done: a later refund can't be known.
  const isKnowable = phase !== 'done' || query.afterwards !== 'failed-refunded'
  if (standing === 0 && credits.state === 'charged' && isKnowable)
    yield ['credits are told right', `${phase} says charged, and no charge stands`]
}

function* problemsOfPhase(
  task: ToldTask,
  made: KnownTask | null,
  personality: Personality,
  onDisk: ReadonlySet<string>
): Generator<Problem> {
  if (task.phase !== 'done' && task.phase !== 'cancelled' && task.reason === null)
    yield ['what is not done says why', `${task.phase} without a word`]
  switch (task.phase) {
    case 'done':
      return yield* problemsOfFiles(task, made)
    case 'collecting':
      // Kiln keeps trying what can't be downloaded, and says so.
      if (made?.outputs.every(({ isObtainable }) => isObtainable) === true)
        yield ['all comes to an end', `still collecting: ${task.reason}`]
      return yield* problemsOfFiles(task, made)
    case 'failed':
      if (made?.status !== 'failed') yield ['what failed here failed there', `the service says ${made?.status ?? 'nothing'}`]
      return
    case 'refused':
    case 'cancelled':
      if (made !== null) yield ['a refusal is definite', `${task.phase}, and the service made ${made.taskId}`]
      return
    case 'support': {
      const isFindable = task.taskId !== null || namesEveryKey(personality)
      const missing = (made?.outputs ?? []).filter(
        ({ isObtainable, sha256 }) => isObtainable && !sha256.some((digest) => onDisk.has(digest))
      )
      if (made?.status === 'finished' && isFindable && missing.length > 0)
        yield ['a paid result is on disk', `${missing.length} results of ${made.taskId} can be downloaded, and support is to tell`]
      return
    }
    default:
      yield ['all comes to an end', `still ${task.phase}: ${task.reason ?? 'no reason'}`]
  }
}

/** Whether the list of recent tasks shows to every client which task its key made. */
function namesEveryKey({ recent }: Personality): boolean {
  return recent.presence === 'listed' && recent.entries === 'objects' && recent.namesKeys && recent.most === null
}

function* problemsOfFiles(task: ToldTask, made: KnownTask | null): Generator<Problem> {
  const outputs = [...(made?.outputs ?? [])]
  for (const { path, sha256 } of task.results) {
    if (!existsSync(path)) {
      yield ['a paid result is on disk', `${path} is missing`]
      continue
    }
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
    if (digest !== sha256) yield ['no result is torn', `${path} is not what was saved`]
    const place = outputs.findIndex((output) => output.sha256.includes(digestAsItCame(path)))
    if (place < 0) yield ['a result is what the service made, once', `${path} is none of its results that are not on disk yet`]
    else outputs.splice(place, 1)
  }
  const missing = outputs.filter(({ isObtainable }) => isObtainable).length
  if (missing > 0) yield ['a paid result is on disk', `${missing} of ${made?.outputs.length ?? 0} results are not, and could be downloaded`]
  if (outputs.length > 0 && task.reason === null)
    yield ['what is not whole says why', `done without a word, and ${outputs.length} results are missing`]
}
