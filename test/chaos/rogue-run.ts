import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { anyStep, crashSteps, noHardLinkCrashSteps } from '../crash/crash-point.ts'
import { journalProblem } from '../crash/journal-problem.ts'
import { drawPersonality } from '../rogue/draw-personality.ts'
import { applyPersonalityChanges, type Personality, type PersonalityChanges, defaultPersonality } from '../rogue/personality.ts'
import { pickRandom, seededRandom } from '../rogue/random.ts'
import { openRogueService, type RogueService } from '../rogue/rogue-service.ts'
import type { InvariantViolation } from './invariants.ts'
import { readRogueServiceState, checkRogueFolder, checkRogueLedger } from './rogue-invariants.ts'
import { createSampleMedia, createUniqueImageWriter } from './sample-media-paths.ts'
import { clientTimeScale, type ChaosRunOptions } from './run-options.ts'
import { rogueWorkloadKinds } from './rogue-workload.ts'
import { runChild } from './run-child.ts'
import { parseMark, type ReportedTask } from './reported-task.ts'
import { createWorkload, type Workload } from './workload.ts'

/*
 * The chaos run against the rogue service. Each cycle draws a personality from its seed and opens a service with this personality. The
 * cycle repeatedly kills clients of that service. Then the service stops injecting faults, and the clients settle all tasks. The clients'
 * reports and files are compared with the service's records. A single cycle can be repeated with its seed.
 */
const { values: flags } = parseArgs({
  options: {
    service: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    /** Seed of the first personality. Each further cycle uses the next seed. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    personalities: { type: 'string', default: '20' },
    /** Number of folders that are processed in parallel. */
    lanes: { type: 'string', default: '2' },
    /** Number of tasks in each folder. */
    tasks: { type: 'string', default: '40' },
    /** Number of times that each folder's client is killed. */
    kills: { type: 'string', default: '8' },
    /** Changes to `defaultPersonality`, as JSON. Replaces the drawn personality, which helps to find the cause of a violation. */
    changes: { type: 'string' }
  }
})
const tasksPerFolder = Number(flags.tasks)
const killsPerFolder = Number(flags.kills)
const longestWaitForStepInMs = 2_500
/** After this many milliseconds without a change, the tasks count as stuck. At this time scale, a client waits at most 6 s. */
const quietLimitInMs = 12_000

const startedAt = Date.now()
const endAt = startedAt + Number(flags.minutes) * 60_000
const tally = { cycles: 0, tasks: 0, kills: 0, charges: 0, files: 0, phases: new Map<string, number>(), violations: [] as string[] }
const killsAtStep = new Set<string>()
const badSeeds = new Set<number>()
/** Combinations of seed and rule whose details were already printed. */
const explained = new Set<string>()
const scratch = await mkdtemp(join(tmpdir(), 'kiln-rogue-chaos-'))
const materials = await createSampleMedia(scratch)
let longestCycleInMs = 0
for (let index = 0; index < Number(flags.personalities) && Date.now() + longestCycleInMs < endAt; index += 1) {
  const cycleStartedAt = Date.now()
  await runCycle(Number(flags.seed) + index)
  longestCycleInMs = Math.max(longestCycleInMs, Date.now() - cycleStartedAt)
}
if (tally.kills === 0 || killsAtStep.size === 0 || (tally.phases.get('done') ?? 0) === 0)
  noteViolation('VIOLATION: a run needs kills, kills at named steps, and finished tasks')
if (tally.violations.length === 0) await rm(scratch, { recursive: true, force: true })
print()
process.exitCode = tally.violations.length === 0 ? 0 : 1

type Folder = {
  readonly dataDir: string
  readonly workload: Workload
  readonly accepted: Map<string, string>
  readonly noLinks: ChaosRunOptions['noLinks']
}

async function runCycle(seed: number): Promise<void> {
  const personality =
    flags.changes === undefined
      ? drawPersonality(seededRandom(seed), `p-${seed}`)
      : applyPersonalityChanges(defaultPersonality, JSON.parse(flags.changes) as PersonalityChanges)
  const random = seededRandom(seed + 1_000_003)
  const service = await openRogueService({ personality, seed, timeScale: clientTimeScale, intentOf: parseMark })
  const before = tally.violations.length
  console.log(`personality ${seed}: ${differencesIn(personality)}`)
  try {
    const folders = Array.from({ length: Number(flags.lanes) }, (_, lane) => openFolder(`${seed}.${lane}`, personality, random))
    await Promise.all(folders.map((folder) => strike(folder, service, random, seed)))
    service.change({ faults: [] })
    const told = await Promise.all(folders.map((folder) => settle(folder, service, random, seed)))
    judge(folders, told, service, seed)
  } finally {
    await service.close()
  }
  tally.cycles += 1
  const found = tally.violations.length - before
  if (found > 0) badSeeds.add(seed)
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  console.log(`personality ${seed}: ${found} violations (${tally.tasks} tasks, ${tally.kills} kills so far, ${seconds} s)`)
}

function openFolder(name: string, personality: Personality, random: () => number): Folder {
  const dataDir = join(scratch, `data-${name}`)
  const ownDir = join(scratch, `own-${name}`)
  mkdirSync(dataDir)
  mkdirSync(ownDir)
  const workload = createWorkload(name, {
    tasks: tasksPerFolder,
    random,
    materials,
    ownFile: createUniqueImageWriter(ownDir, materials),
    kinds: rogueWorkloadKinds(personality)
  })
  return { dataDir, workload, accepted: new Map(), noLinks: pickRandom(random, [null, null, 'EPERM'] as const) }
}

type Life = Pick<ChaosRunOptions, 'conditions' | 'upTo' | 'crash'>

function ordersFor({ dataDir, workload, noLinks }: Folder, service: RogueService, random: () => number, life: Life): ChaosRunOptions {
  return {
    dataDir,
    workload,
    noLinks,
    baseUrl: service.url,
    apiKey: service.account.apiKey(),
    seed: Math.floor(random() * 2 ** 31),
    reportTo: `${dataDir}.report.json`,
    quietLimitInMs,
    ...life
  }
}

/** Repeatedly kills a client on one folder, at named steps and at random times. */
async function strike(folder: Folder, service: RogueService, random: () => number, seed: number): Promise<void> {
  for (let kill = 0; kill < killsPerFolder; kill += 1) {
    const steps = folder.noLinks === null ? crashSteps : [...noHardLinkCrashSteps, ...crashSteps]
    const isAtStep = random() < 0.6
    const step = random() < 0.4 ? anyStep : pickRandom(random, steps)
    const crash = isAtStep ? { step, count: 1 + Math.floor(random() * random() * (step === anyStep ? 400 : 6)) } : null
    const killAfterInMs = isAtStep ? longestWaitForStepInMs : random() * 2_500
    const life: Life = { conditions: 'storm', upTo: (kill + 1) / killsPerFolder, crash }
    const end = await runChild(ordersFor(folder, service, random, life), killAfterInMs, folder.accepted)
    tally.kills += 1
    if (end.how === 'broken') noteViolation(`personality ${seed}: ${end.words}`)
    if (end.how === 'killed' && end.atStep !== null) killsAtStep.add(end.atStep)
    const problem = journalProblem(folder.dataDir)
    if (problem !== null) noteViolation(`personality ${seed}: VIOLATION: the journal can be read: ${problem}`)
  }
}

async function settle(folder: Folder, service: RogueService, random: () => number, seed: number): Promise<readonly ReportedTask[] | null> {
  const end = await runChild(ordersFor(folder, service, random, { conditions: 'calm', upTo: 1, crash: null }), null, folder.accepted)
  if (end.how === 'settled') return end.told
  noteViolation(`personality ${seed}: ${end.how === 'broken' ? end.words : 'a client was killed in the calm phase'}`)
  return null
}

function judge(folders: readonly Folder[], told: readonly (readonly ReportedTask[] | null)[], service: RogueService, seed: number): void {
  const state = readRogueServiceState(service)
  for (const [place, folder] of folders.entries()) {
    const said = told[place] ?? null
    if (said === null) continue
    const { violations, phases, files } = checkRogueFolder({ ...folder, told: said }, folder.accepted, state)
    for (const violation of violations) complain(seed, violation, service)
    for (const [phase, count] of phases) tally.phases.set(phase, (tally.phases.get(phase) ?? 0) + count)
    tally.tasks += said.length
    tally.files += files
  }
  tally.charges += state.ledger.filter(({ kind, idempotencyKey }) => kind === 'charge' && idempotencyKey !== null).length
  if (told.every((said) => said !== null)) {
    const keys = new Set(told.flatMap((said) => (said ?? []).map(({ idempotencyKey }) => idempotencyKey)))
    for (const violation of checkRogueLedger(state, keys)) complain(seed, violation, service)
  }
  for (const { rule, words } of service.violations()) complain(seed, { rule, words, task: null, taskId: null }, service)
}

/** Prints a violation. For a rule's first violation in a cycle, also prints the task's support bundle and API calls. */
function complain(seed: number, { rule, words, task, taskId }: InvariantViolation, service: RogueService): void {
  const headline = `personality ${seed}: VIOLATION: ${rule}: ${words}`
  if (explained.has(`${seed} ${rule}`)) return noteViolation(headline)
  explained.add(`${seed} ${rule}`)
  const id = task?.taskId ?? taskId
  const calls = service
    .calls()
    .filter((call) => (id !== null && call.taskId === id) || (task !== null && call.idempotencyKey === task.idempotencyKey))
    .map(
      (call) => `  ${new Date(call.at).toISOString()} ${call.endpoint} ${call.status ?? 'no response'} ${call.errorType ?? ''} ${call.path}`
    )
  noteViolation([headline, ...shortened((task?.bundle ?? '').split('\n'), 60), ...shortened(calls, 40)].join('\n'))
}

/** Records a violation and prints it immediately, because a long run may be interrupted. */
function noteViolation(words: string): void {
  tally.violations.push(words)
  console.error(words)
}

/** Returns only the first and last `most / 2` lines if there are more than `most` lines. */
function shortened(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most / 2), `  … ${lines.length - most} more …`, ...lines.slice(-most / 2)]
}

/** Returns the differences between `personality` and `defaultPersonality`, as JSON that `--changes` accepts. */
function differencesIn(personality: Personality): string {
  const sections = Object.entries(personality).flatMap(([section, fields]) => {
    const plain = defaultPersonality[section as keyof Personality]
    if (typeof fields === 'string') return []
    if (Array.isArray(fields)) return fields.length === 0 ? [] : [[section, fields]]
    const changes = Object.entries(fields as object).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((plain as Record<string, unknown>)[name])
    )
    return changes.length === 0 ? [] : [[section, Object.fromEntries(changes)]]
  })
  return JSON.stringify(Object.fromEntries(sections))
}

function print(): void {
  const phases = [...tally.phases].map(([phase, count]) => `${count} ${phase}`).join(', ')
  const changes = flags.changes === undefined ? '' : ` --changes '${flags.changes}'`
  const again = [...badSeeds].map(
    (seed) =>
      `npm run test:chaos -- --service rogue --personalities 1 --seed ${seed} --lanes ${flags.lanes} --tasks ${flags.tasks} --kills ${flags.kills}${changes}`
  )
  console.log(
    [
      `rogue chaos: ${tally.cycles} personalities from seed ${flags.seed}, ${tally.tasks} tasks, ${tally.kills} kills, ${tally.violations.length} violations`,
      `  tasks ended: ${phases}`,
      `  ${tally.charges} charges, ${tally.files} files on disk, kills at ${killsAtStep.size} named steps`,
      tally.violations.length === 0
        ? 'rogue chaos: nothing charged twice, no paid result lost'
        : `rogue chaos: FAILED. The remaining files are in ${scratch}`,
      ...again
    ].join('\n')
  )
}
