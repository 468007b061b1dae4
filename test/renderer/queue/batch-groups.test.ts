import { describe, expect, it } from 'vitest'
import type { TaskCredits, TaskFailure, TaskResult, Task } from '../../../shared/task/task.ts'
import { isSameBatchSummary, groupedSections, ungroupedSections, type BatchSummary } from '../../../renderer/queue/batch-groups.ts'
import { batchDetailText, batchProgressParts, batchAppearance } from '../../../renderer/queue/batch-text.ts'
import { creditSumText } from '../../../renderer/tasks/credit-sum.ts'
import { queueRows, queueSections } from '../../../renderer/queue/queue-sections.ts'
import { aTask } from '../a-task.ts'

const fullDisk: TaskFailure = {
  code: 'disk-full',
  params: {},
  serviceMessage: null,
  errorType: null,
  httpStatus: null,
  requestId: null,
  details: [],
  at: 1
}
const notSent: TaskCredits = { estimated: 5, required: null, consumed: null, usageDeferred: null, state: 'not-sent' }

function row(place: number, phase: Task['phase'], more: Partial<Task> = {}): Task {
  const credits = phase === 'done' ? { credits: { ...notSent, consumed: 5, state: 'charged' as const } } : { credits: notSent }
  return aTask({
    id: `row-${place}`,
    phase,
    batch: { id: 'batch', row: place, name: { code: 'row', params: { row: place } }, cell: null },
    createdAt: 100,
    ...credits,
    ...more
  })
}
function sectionsOf(...tasks: readonly Task[]) {
  return groupedSections(queueSections(tasks, { search: '', medium: null }, () => undefined))
}
function shapeOf(...tasks: readonly Task[]) {
  return sectionsOf(...tasks).map(({ name, entries }) => [
    name,
    ...entries.map((entry) => (entry.kind === 'task' ? entry.task.id : entry.group.tasks.map(({ id }) => id)))
  ])
}

describe('the tasks of a batch in the queue', () => {
  it('exclude hidden rows, which are listed separately', () => {
    const sections = sectionsOf(row(1, 'done'), row(2, 'done', { hidden: true }))
    expect(sections.map(({ name, entries }) => [name, entries.map(({ kind }) => kind)])).toEqual([
      ['finished', ['batch']],
      ['hidden', ['task']]
    ])
  })

  it('appear under one entry in row order, in the section of the whole batch', () => {
    expect(shapeOf(row(3, 'queued'), row(1, 'done'), row(2, 'running'))).toEqual([['running', ['row-1', 'row-2', 'row-3']]])
    expect(shapeOf(row(1, 'done'), row(2, 'queued'))).toEqual([['waiting', ['row-1', 'row-2']]])
    expect(shapeOf(row(1, 'done'), row(2, 'failed'))).toEqual([['finished', ['row-1', 'row-2']]])
  })

  it('count results that wait to be saved as sent, because they can’t be cancelled', () => {
    const [section] = sectionsOf(row(1, 'collecting', { failure: fullDisk }), row(2, 'queued'))
    expect(section).toMatchObject({ name: 'waiting', entries: [{ group: { sum: { working: 1, waiting: 1 } } }] })
  })

  it('are listed separately while they need you, and are still counted in the batch', () => {
    const sections = sectionsOf(row(1, 'needs_input'), row(2, 'running'), row(3, 'running'))
    expect(sections.map(({ name }) => name)).toEqual(['needs-you', 'running'])
    const [entry] = sections[1]?.entries ?? []
    expect(entry).toMatchObject({ kind: 'batch', group: { sum: { count: 3, needsYou: 1, working: 2 } } })
  })

  it('are sorted by time among single tasks', () => {
    const older = aTask({ id: 'older', phase: 'running', createdAt: 50 })
    const newer = aTask({ id: 'newer', phase: 'running', createdAt: 150 })
    expect(shapeOf(older, row(1, 'running'), newer)).toEqual([['running', 'newer', ['row-1'], 'older']])
  })

  it('are listed separately in a search', () => {
    const found = ungroupedSections(queueSections([row(1, 'done')], { search: 'vase', medium: null }, () => undefined))
    expect(found[0]?.entries).toMatchObject([{ kind: 'task', task: { id: 'row-1' } }])
  })

  it('are rows of the list only while the batch is open', () => {
    const sections = sectionsOf(row(1, 'running'), row(2, 'queued'))
    expect(queueRows(sections, new Set()).map(({ key }) => key)).toEqual(['section running', 'batch'])
    expect(queueRows(sections, new Set(['batch'])).map(({ key }) => key)).toEqual(['section running', 'batch', 'row-1', 'row-2'])
  })
})

describe('rows that need confirmation before they are sent', () => {
  const asks = (number: number, now: number | null) => ({
    ...row(number, 'held'),
    question: { kind: 'price' as const, before: 5, now }
  })

  it('are listed together under their batch, in the section that needs you', () => {
    const sections = sectionsOf(asks(1, 6), asks(2, 6), row(3, 'running'))
    expect(queueRows(sections, new Set()).map(({ key }) => key)).toEqual(['section needs-you', 'batch'])
    const [entry] = sections[0]?.entries ?? []
    expect(entry?.kind === 'batch' ? entry.group.sum : null).toMatchObject({
      asking: 2,
      priceBefore: 10,
      priceNow: 12,
      askingKind: 'price',
      waiting: 2,
      needsYou: 0,
      onHold: 0
    })
  })

  it('have no total while a price is unknown or a limit blocks them', () => {
    const sumOf = (...rows: readonly Task[]) => {
      const [entry] = sectionsOf(...rows)[0]?.entries ?? []
      return entry?.kind === 'batch' ? entry.group.sum : null
    }
    expect(sumOf(asks(1, 6), asks(2, null))).toMatchObject({ asking: 2, priceNow: null })
    const past = { ...row(1, 'held'), question: { kind: 'limit' as const, committed: 5, limit: 9, credits: 5 } }
    expect(sumOf(past)).toMatchObject({ asking: 1, askingKind: 'limit' })
    expect(sumOf(past, asks(2, 6))).toMatchObject({ asking: 1, askingKind: 'price' })
    expect(sumOf(row(1, 'held'))).toMatchObject({ asking: 0, askingKind: null })
  })

  it('are never confirmed together with rows that have another question', () => {
    const copied = { ...row(1, 'held'), question: { kind: 'copy' as const } }
    const past = { ...row(2, 'held'), question: { kind: 'limit' as const, committed: 5, limit: 9, credits: 5 } }
    const sumOf = (...rows: readonly Task[]) => {
      const [entry] = sectionsOf(...rows)[0]?.entries ?? []
      return entry?.kind === 'batch' ? entry.group.sum : null
    }
    expect(sumOf(copied, past, asks(3, 6))).toMatchObject({ asking: 1, askingKind: 'price', waiting: 3 })
    expect(sumOf(copied, past)).toMatchObject({ asking: 1, askingKind: 'copy', waiting: 2 })
  })
})

describe('the summary of a batch', () => {
  const empty: BatchSummary = {
    count: 27,
    done: 0,
    failed: 0,
    cancelled: 0,
    working: 0,
    waiting: 0,
    onHold: 0,
    needsYou: 0,
    asking: 0,
    priceBefore: 0,
    priceNow: 0,
    askingKind: null,
    charged: 0,
    expected: 0,
    hasUnknownPrices: false,
    coverId: null,
    coverMedium: null
  }
  it.each([
    [{ done: 12, working: 4, waiting: 11 }, false, '12 of 27 done', 'working', '4 running, 11 waiting'],
    [{ done: 12, working: 4, waiting: 11 }, true, 'Stopped', 'held', '4 still in progress, 11 not sent'],
    [{ done: 12, waiting: 15, onHold: 15 }, false, '15 on hold', 'held', '15 waiting'],
    [{ done: 23, waiting: 4, asking: 4 }, false, '4 need confirmation', 'needs', '4 waiting'],
    [{ done: 27 }, false, 'All 27 done', 'done', ''],
    [{ done: 27 }, true, 'All 27 done', 'done', ''],
    [{ done: 25, failed: 2 }, false, '25 of 27 done', 'failed', '2 failed'],
    [{ done: 20, cancelled: 7 }, false, '20 of 27 done', 'plain', '7 cancelled'],
    [{ done: 26, needsYou: 1 }, false, '26 of 27 done', 'working', '1 needs attention']
  ] as const)('for %j, stopped %s, is “%s”', (part, isStopped, words, tone, details) => {
    const sum = { ...empty, ...part }
    expect(batchAppearance(sum, isStopped)).toMatchObject({ label: words, tone })
    expect(batchDetailText(sum, isStopped)).toBe(details)
  })

  it.each([
    [{ count: 6, working: 6 }, { open: 6 }],
    [
      { count: 6, done: 1, failed: 1, working: 3, waiting: 1 },
      { done: 1, failed: 1, open: 4 }
    ],
    [{ count: 6, done: 6 }, { done: 6 }]
  ])('%j fills its progress bar with finished tasks only', (part, filled) => {
    const parts = batchProgressParts({ ...empty, ...part })
    expect(Object.fromEntries(parts.map(({ name, count }) => [name, count]))).toEqual(filled)
  })

  it('says that tasks wait for the network while Kiln is offline', () => {
    const sum = { ...empty, done: 12, waiting: 15 }
    expect(batchAppearance(sum, false, false)).toMatchObject({ label: '12 of 27 done', tone: 'plain' })
    expect(batchDetailText(sum, false, false)).toBe('15 are waiting for the network')
    expect(batchDetailText({ ...sum, waiting: 1 }, false, false)).toBe('1 is waiting for the network')
  })

  it('shows the charged credits and the expected total', () => {
    expect(creditSumText({ ...empty, charged: 60, expected: 135 })).toMatchObject({ words: '60 of 135 credits', isSure: false })
    expect(creditSumText({ ...empty, charged: 135, expected: 135 })).toMatchObject({ words: '135 credits', isSure: true })
    expect(creditSumText({ ...empty, charged: 60, expected: 60, hasUnknownPrices: true }).sentence).toContain('aren’t known yet')
  })

  it('shows the first finished result, and keeps it while others finish', () => {
    const result = (id: string) => [{ id, medium: 'image' } as TaskResult]
    const early = row(2, 'done', { finishedAt: 10, results: result('row-2.1') })
    const late = row(1, 'done', { finishedAt: 20, results: result('row-1.1') })
    for (const rows of [[early], [early, late]]) {
      const [section] = sectionsOf(...rows, row(3, 'running'))
      expect(section?.entries[0]).toMatchObject({ group: { sum: { coverId: 'row-2.1', coverMedium: 'image' } } })
    }
  })

  it('counts no credits for rejected or cancelled tasks', () => {
    const notCharged: TaskCredits = { ...notSent, state: 'not-charged' }
    const [section] = sectionsOf(row(1, 'done'), row(2, 'cancelled', { credits: notCharged }), row(3, 'refused', { credits: notCharged }))
    expect(section?.entries[0]).toMatchObject({ group: { sum: { charged: 5, expected: 5, done: 1, failed: 1, cancelled: 1 } } })
  })

  it('is rendered again only when a count has changed', () => {
    expect(isSameBatchSummary(empty, { ...empty })).toBe(true)
    expect(isSameBatchSummary(empty, { ...empty, done: 1 })).toBe(false)
  })
})
