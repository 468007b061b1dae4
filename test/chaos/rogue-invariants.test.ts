import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { applyPersonalityChanges, defaultPersonality, type PersonalityChanges } from '../rogue/personality.ts'
import type { RogueTaskSnapshot } from '../rogue/rogue-service.ts'
import type { RogueLedgerEntry } from '../rogue/service-state.ts'
import { type RogueServiceState, checkRogueFolder, checkRogueLedger } from './rogue-invariants.ts'
import type { ReportedTask } from './reported-task.ts'
import type { Workload } from './workload.ts'

/**
 * The valid state is one job that is done and charged, with its file on disk. Each test violates one rule. The check must report exactly
 * this violation.
 */
const mark = '_0.0-0_'
const content = 'a picture'
const sha256 = createHash('sha256').update(content).digest('hex')
const workload: Workload = { jobs: [{ mark, capability: 'imgmodel-image-generator', values: { prompt: `a vase ${mark}` } }], batches: [] }
const charge: RogueLedgerEntry = { kind: 'charge', account: 'first', taskId: 't-1', idempotencyKey: 'key-1', credits: 5, at: 0 }

type Case = {
  readonly told?: Partial<ReportedTask>
  readonly made?: Partial<RogueTaskSnapshot> | null
  readonly ledger?: readonly RogueLedgerEntry[]
  readonly changes?: PersonalityChanges
  readonly hasFile?: boolean
  readonly leftover?: string
}

function judge({ told = {}, made = {}, ledger = [charge], changes = {}, hasFile = true, leftover }: Case): readonly string[] {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiln-judge-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const path = join(dataDir, 'library', 'vase.png')
  mkdirSync(join(dataDir, 'library'))
  const recipe = { format: 'kiln-sidecar', version: 1, id: 'ours.1', file: { sha256, bytes: content.length }, recipe: { id: 'ours.1' } }
  if (hasFile) writeFileSync(path, content)
  if (hasFile) writeFileSync(`${path}.json`, JSON.stringify(recipe))
  if (leftover !== undefined) writeFileSync(join(dataDir, 'library', leftover), 'left over')
  const picture = { contentType: 'image/png', medium: 'image', width: 1, height: 1 } as const
  const task: ReportedTask = {
    id: 'ours',
    mark,
    capability: 'imgmodel-image-generator',
    phase: 'done',
    taskId: 't-1',
    idempotencyKey: 'key-1',
    credits: { estimated: 5, required: 5, consumed: 5, usageDeferred: false, state: 'charged' },
    results: [{ id: 'ours.1', index: 0, fileName: basename(path), path, bytes: content.length, sha256, savedAt: 0, ...picture }],
    isUnconfirmed: false,
    reason: null,
    bundle: 'key-1',
    ...told
  }
  const known: RogueTaskSnapshot = {
    number: 0,
    taskId: 't-1',
    account: 'first',
    capability: 'imgmodel-image-generator',
    idempotencyKey: 'key-1',
    body: JSON.stringify({ prompt: `a vase ${mark}` }),
    madeAt: 0,
    credits: 5,
    fate: 0.5,
    asksForFaces: false,
    choices: [],
    outcome: 'finished',
    finishedAt: 0,
    answers: 1,
    finishedAnswers: 1,
    status: 'finished',
    outputs: [{ sha256: [sha256], isObtainable: true }],
    ...made
  }
  const rogueServiceState: RogueServiceState = {
    tasks: made === null ? [] : [known],
    ledger,
    personality: applyPersonalityChanges(defaultPersonality, changes)
  }
  const accepted = new Map([[mark, 'ours']])
  const { violations } = checkRogueFolder({ dataDir, workload, told: [task] }, accepted, rogueServiceState)
  return [...violations, ...checkRogueLedger(rogueServiceState, new Set([task.idempotencyKey]))].map(({ rule }) => rule)
}

const unobtainable = { outputs: [{ sha256: [sha256], isObtainable: false }] }
const nothingSaved = { results: [], reason: 'The result can’t be downloaded.' }

describe('the rogue run’s invariant check', () => {
  it('accepts valid states', () => {
    expect(judge({})).toEqual([])
    expect(judge({ told: { ...nothingSaved }, made: unobtainable, hasFile: false })).toEqual([])
    for (const phase of ['support', 'collecting'] as const)
      expect(judge({ told: { ...nothingSaved, phase }, made: unobtainable, hasFile: false })).toEqual([])
  })

  it.each<[string, Case]>([
    ['nothing is charged twice', { ledger: [charge, charge] }],
    ['a task matches its own key', { told: { taskId: 't-2' } }],
    ['a task matches its request', { made: { body: '{"prompt":"_0.0-7_"}' } }],
    ['the credits are correct', { told: { credits: { estimated: 5, required: 5, consumed: 0, usageDeferred: false, state: 'refunded' } } }],
    ['the credits are correct', { ledger: [charge, { ...charge, kind: 'refund' }] }],
    [
      'a result matches one output of the service',
      { made: { outputs: [{ sha256: ['another'], isObtainable: false }] }, told: { reason: 'x' } }
    ],
    [
      'a paid result is on disk',
      {
        made: {
          outputs: [
            { sha256: [sha256], isObtainable: true },
            { sha256: ['b'], isObtainable: true }
          ]
        },
        told: { reason: 'x' }
      }
    ],
    [
      'a partial task has a reason',
      {
        made: {
          outputs: [
            { sha256: [sha256], isObtainable: true },
            { sha256: ['b'], isObtainable: false }
          ]
        }
      }
    ],
    ['a failed task also failed at the service', { told: { phase: 'failed', ...nothingSaved }, hasFile: false }],
    ['a rejected task doesn’t exist at the service', { told: { phase: 'refused', ...nothingSaved }, hasFile: false }],
    ['a paid result is on disk', { told: { phase: 'support', ...nothingSaved }, hasFile: false }],
    ['every task comes to an end', { told: { phase: 'running', ...nothingSaved }, hasFile: false }],
    ['an accepted task is never lost', { told: { id: 'another' } }],
    ['no result is saved twice', { leftover: 'vase (2).png' }],
    ['no partial file is left behind', { leftover: 'vase (2).part' }]
  ])('detects a violation of: %s (%#)', (rule, spoiled) => {
    expect(judge(spoiled)).toEqual([rule])
  })

  it('detects a missing result, an unexplained task and an untracked charge', () => {
    const stillCollecting = judge({ told: { phase: 'collecting', ...nothingSaved }, hasFile: false })
    expect(stillCollecting).toEqual(['every task comes to an end', 'a paid result is on disk'])
    expect(judge({ hasFile: false })).toEqual(['a paid result is on disk', 'a paid result is on disk', 'a partial task has a reason'])
    expect(judge({ told: { phase: 'support', results: [] }, made: unobtainable, hasFile: false })).toEqual(['every failure has a reason'])
    const credits = { estimated: 5, required: null, consumed: null, usageDeferred: null, state: 'not-charged' } as const
    const refused = { phase: 'refused', idempotencyKey: 'key-2', taskId: null, credits, ...nothingSaved } as const
    expect(judge({ told: refused, hasFile: false })).toEqual(['Kiln knows every charge'])
  })
})
