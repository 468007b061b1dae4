import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LedgerRecord } from '../../electron/practice/ledger-store.ts'
import type { TaskSnapshot } from '../../electron/practice/task-snapshot.ts'
import { checkLedger, checkFolderInvariants } from './invariants.ts'
import type { ReportedTask } from './reported-task.ts'
import type { Workload } from './workload.ts'

/**
 * The valid state is one job that is done and charged, with its file on disk. Each test violates one rule. The check must report this
 * violation.
 */
const mark = '_0.0-0_'
const content = 'a picture'
const sha256 = createHash('sha256').update(content).digest('hex')
const workload: Workload = { jobs: [{ mark, capability: 'imgmodel-image-generator', values: { prompt: `a vase ${mark}` } }], batches: [] }

let dataDir: string
let library: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiln-judge-'))
  library = join(dataDir, 'library')
  mkdirSync(library)
  writeFileSync(join(library, 'vase.png'), content)
  writeFileSync(join(library, 'vase.png.json'), JSON.stringify(sidecar))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

const sidecar = {
  format: 'kiln-sidecar',
  version: 1,
  id: 'ours-1.1',
  file: { sha256, bytes: content.length },
  recipe: { id: 'ours-1.1' }
}

function told(changes: Partial<ReportedTask> = {}): ReportedTask {
  const path = join(library, 'vase.png')
  return {
    id: 'ours-1',
    mark,
    capability: 'imgmodel-image-generator',
    phase: 'done',
    taskId: 'task_1',
    idempotencyKey: 'key-1',
    credits: { estimated: 2, required: 2, consumed: 2, usageDeferred: false, state: 'charged' },
    results: [
      {
        id: 'ours-1.1',
        index: 0,
        fileName: basename(path),
        path,
        contentType: 'image/png',
        medium: 'image',
        bytes: content.length,
        sha256,
        width: 1,
        height: 1,
        savedAt: 0
      }
    ],
    isUnconfirmed: false,
    reason: null,
    bundle: 'Idempotency key: key-1',
    ...changes
  }
}

function made(changes: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return {
    taskId: 'task_1',
    capability: 'imgmodel-image-generator',
    idempotencyKey: 'key-1',
    body: { prompt: `a vase ${mark}` },
    bodySha256: '',
    status: 'completed',
    credits: 2,
    createdAt: 0,
    endedAt: 1,
    outputs: [{ url: 'http://h.example/1', sha256, bytes: content.length, contentType: 'image/png' }],
    ...changes
  }
}

function entry(kind: LedgerRecord['kind'], changes: Partial<LedgerRecord> = {}): LedgerRecord {
  return { at: 0, kind, idempotencyKey: 'key-1', taskId: 'task_1', capability: 'imgmodel-image-generator', credits: 2, ...changes }
}

const charge = entry('charge')
const refund = entry('refund')

function rulesBroken(
  tasks: readonly ReportedTask[],
  theirs: readonly TaskSnapshot[],
  ledger: readonly LedgerRecord[],
  accepted: ReadonlyMap<string, string> = new Map([[mark, 'ours-1']])
): readonly string[] {
  return checkFolderInvariants({ dataDir, workload, told: tasks }, accepted, { tasks: theirs, ledger }).violations.map(({ rule }) => rule)
}

describe('the chaos run’s invariant check', () => {
  it('accepts a finished task that was charged once and saved', () => {
    expect(rulesBroken([told()], [made()], [charge])).toEqual([])
  })

  it('accepts a rejected or unconfirmed task without a result', () => {
    for (const ending of ['', '.json']) rmSync(join(library, `vase.png${ending}`))
    const without = { taskId: null, results: [] }
    expect(rulesBroken([told({ ...without, phase: 'refused', credits: { ...told().credits, state: 'not-charged' } })], [], [])).toEqual([])
    expect(rulesBroken([told({ ...without, phase: 'support', credits: { ...told().credits, state: 'pending' } })], [], [])).toEqual([])
  })

  it.each<[string, () => readonly string[]]>([
    ['a request is one task', () => rulesBroken([], [], [], new Map())],
    ['a request is one task', () => rulesBroken([told(), told({ id: 'ours-2', taskId: null, phase: 'support' })], [made()], [charge])],
    ['an accepted task is never lost', () => rulesBroken([told({ id: 'ours-2' })], [made()], [charge])],
    ['no task exists without a request', () => rulesBroken([told(), told({ mark: null })], [made()], [charge])],
    ['nothing is charged twice', () => rulesBroken([told()], [made()], [charge, charge, refund])],
    ['a task matches its own key', () => rulesBroken([told({ taskId: 'task_2' })], [made()], [charge])],
    ['a task matches its request', () => rulesBroken([told()], [made({ body: { prompt: 'a vase _0.0-7_' } })], [charge])],
    ['the credits are correct', () => rulesBroken([told({ credits: { ...told().credits, state: 'not-charged' } })], [made()], [charge])],
    ['a finished task is charged once', () => rulesBroken([told()], [made()], [])],
    ['a failed task also failed at the service', () => rulesBroken([told({ phase: 'failed' })], [made()], [charge])],
    ['a rejected task doesn’t exist at the service', () => rulesBroken([told({ phase: 'refused' })], [made()], [charge])],
    ['a support bundle has the idempotency key', () => rulesBroken([told({ phase: 'support', bundle: 'nothing' })], [made()], [charge])],
    ['a task at the service is found', () => rulesBroken([told({ phase: 'support' })], [made()], [charge])],
    ['the credits are correct', () => rulesBroken([told()], [made()], [charge, refund])],
    ['every task comes to an end', () => rulesBroken([told({ phase: 'unconfirmed' })], [made()], [charge])],
    ['a paid result is on disk', () => rulesBroken([told({ results: [] })], [made()], [charge])],
    ['a service task is one Kiln task', () => rulesBroken([told(), told({ id: 'ours-2' })], [made()], [charge])]
  ])('detects a violation of: %s', (rule, look) => {
    expect(look()).toContain(rule)
  })

  it('accepts a support case for a task that the service no longer lists', () => {
    const later = Array.from({ length: 1_000 }, (_, index) => made({ taskId: `task_later_${index}`, idempotencyKey: `later-${index}` }))
    for (const ending of ['', '.json']) rmSync(join(library, `vase.png${ending}`))
    const given = told({ phase: 'support', taskId: null, results: [] })
    expect(rulesBroken([given], [made(), ...later.slice(1)], [charge])).toEqual(['a task at the service is found'])
    expect(rulesBroken([given], [made(), ...later], [charge])).toEqual([])
  })

  it('compares the result files', () => {
    writeFileSync(join(library, 'vase.png'), 'a pictur')
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['no result is damaged', 'a paid result is on disk'])
    rmSync(join(library, 'vase.png'))
    expect(rulesBroken([told()], [made()], [charge])).toContain('a paid result is on disk')
  })

  it('checks the recipes beside the results', () => {
    writeFileSync(join(library, 'vase.png.json'), '{')
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['a result has its recipe beside it'])
    writeFileSync(join(library, 'vase.png.json'), JSON.stringify({ ...sidecar, id: 'ours-2.1' }))
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['a result has its recipe beside it'])
    rmSync(join(library, 'vase.png.json'))
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['a result has its recipe beside it'])
  })

  it('detects files that belong to no result', () => {
    writeFileSync(join(library, 'other.png.json'), JSON.stringify(sidecar))
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['no result is saved twice'])
    rmSync(join(library, 'other.png.json'))
    writeFileSync(join(library, 'vase (2).png'), content)
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['no result is saved twice'])
    rmSync(join(library, 'vase (2).png'))
    writeFileSync(join(library, 'vase.part.claim'), '{}')
    expect(rulesBroken([told()], [made()], [charge])).toEqual(['no partial file is left behind'])
  })

  it('detects ledger errors that no folder shows', () => {
    const judge = (ledger: readonly LedgerRecord[], keys: string[]) =>
      checkLedger({ tasks: [made()], ledger }, new Set(keys)).map(({ rule }) => rule)
    expect(judge([charge], ['key-1'])).toEqual([])
    expect(judge([charge], [])).toEqual(['Kiln knows every charge'])
    expect(judge([charge, entry('charge', { taskId: 'task_2' })], ['key-1'])).toEqual(['nothing is charged twice'])
  })
})
