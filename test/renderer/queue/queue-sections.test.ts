import { describe, expect, it } from 'vitest'
import { isTaskInProgress } from '../../../renderer/tasks/expected-duration.ts'
import { localDay } from '../../../renderer/ui/day-text.ts'
import { phases } from '../../../shared/task/task.ts'
import type { Task, TaskCredits, TaskFailure } from '../../../shared/task/task.ts'
import {
  areSameRows,
  queueRows,
  queueSections,
  taskSectionName,
  nearestRowId,
  rowIdToFocus
} from '../../../renderer/queue/queue-sections.ts'
import { groupedSections, ungroupedSections } from '../../../renderer/queue/batch-groups.ts'
import { aTask } from '../a-task.ts'

const everything = { search: '', medium: null }
const capabilities = {
  'imgmodel-image-generator': { title: 'Image generator', output: 'image' },
  'video-upscaler': { title: 'Video upscaler', output: 'video' }
} as const
function capabilityOf(id: string): (typeof capabilities)[keyof typeof capabilities] | undefined {
  return Object.hasOwn(capabilities, id) ? capabilities[id as keyof typeof capabilities] : undefined
}

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

describe('sections of the queue', () => {
  it('exist for every phase', () => {
    expect(Object.fromEntries(phases.map((phase) => [phase, taskSectionName({ phase })]))).toEqual({
      queued: 'waiting',
      uploading: 'running',
      submitting: 'running',
      unconfirmed: 'needs-you',
      running: 'running',
      needs_input: 'needs-you',
      selecting: 'running',
      collecting: 'running',
      done: 'finished',
      failed: 'finished',
      refused: 'finished',
      held: 'waiting',
      support: 'needs-you',
      cancelled: 'finished'
    })
  })

  it('list a result that waits to be saved under “Waiting”', () => {
    expect(taskSectionName({ phase: 'collecting', failure: fullDisk })).toBe('waiting')
    expect(isTaskInProgress({ phase: 'collecting', failure: fullDisk })).toBe(false)
    expect(isTaskInProgress({ phase: 'collecting', failure: null })).toBe(true)
  })

  it('list tasks that need confirmation in the section that needs you', () => {
    expect(taskSectionName({ phase: 'held', question: { kind: 'price', before: 5, now: 6 } })).toBe('needs-you')
  })

  it('list tasks that need you first, waiting tasks in sending order, and finished tasks newest first', () => {
    const tasks = [
      aTask({ id: 'done-early', finishedAt: 10 }),
      aTask({ id: 'done-late', finishedAt: 20 }),
      aTask({ id: 'queued-second', phase: 'queued', createdAt: 2 }),
      aTask({ id: 'queued-first', phase: 'queued', createdAt: 1 }),
      aTask({ id: 'lost', phase: 'unconfirmed' })
    ]
    const sections = queueSections(tasks, everything, capabilityOf)
    expect(sections.map((section) => [section.name, ...section.tasks.map((task) => task.id)])).toEqual([
      ['needs-you', 'lost'],
      ['waiting', 'queued-first', 'queued-second'],
      ['finished', 'done-late', 'done-early']
    ])
  })

  it('list hidden tasks in a collapsed section at the end', () => {
    const tasks = [aTask({ id: 'a', hidden: true }), aTask({ id: 'b' })]
    const sections = queueSections(tasks, everything, capabilityOf)
    expect(sections.map(({ name, tasks: own }) => [name, own.map(({ id }) => id)])).toEqual([
      ['finished', ['b']],
      ['hidden', ['a']]
    ])
    const keys = (isHiddenOpen: boolean) => queueRows(groupedSections(sections), new Set(), isHiddenOpen).map(({ key }) => key)
    expect(keys(false)).toEqual(['section finished', `day ${localDay(0)}`, 'b', 'section hidden'])
    expect(keys(true)).toEqual(['section finished', `day ${localDay(0)}`, 'b', 'section hidden', 'a'])
  })

  it('group finished tasks by the local day on which they finished', () => {
    const noon = new Date(2026, 10, 20, 12).getTime()
    const dayInMs = 86_400_000
    const tasks = [
      aTask({ id: 'old', createdAt: noon - 3 * dayInMs, finishedAt: noon - dayInMs }),
      aTask({ id: 'new', finishedAt: noon }),
      aTask({ id: 'newer', finishedAt: noon + 1 })
    ]
    const rows = queueRows(groupedSections(queueSections(tasks, everything, capabilityOf)), new Set())
    expect(rows.map(({ key }) => key)).toEqual(['section finished', 'day 2026-11-20', 'newer', 'new', 'day 2026-11-19', 'old'])
  })

  it('have the sum of their credits, and say if a price isn’t known', () => {
    const credits = (credit: Partial<TaskCredits>): TaskCredits => ({
      estimated: 5,
      required: null,
      consumed: null,
      usageDeferred: false,
      state: 'pending',
      ...credit
    })
    const headsOf = (...tasks: readonly Task[]) =>
      queueRows(ungroupedSections(queueSections(tasks, everything, capabilityOf)), new Set()).filter((row) => row.kind === 'head')
    const running = aTask({ id: 'a', phase: 'running', credits: credits({ estimated: 20 }) })
    const unpriced = aTask({ id: 'b', phase: 'running', credits: credits({ estimated: null }) })
    const charged = aTask({ id: 'c', credits: credits({ state: 'charged', consumed: 8 }) })
    const refunded = aTask({ id: 'd', phase: 'failed', credits: credits({ state: 'refunded', consumed: 8 }) })
    expect(headsOf(running, unpriced, charged, refunded)).toMatchObject([
      { name: 'running', count: 2, credits: 20, hasUnknownPrices: true },
      { name: 'finished', count: 2, credits: 8, hasUnknownPrices: false }
    ])
  })

  it('count failed tasks to retry only among the finished ones, not in a batch that is still running', () => {
    const batch = { id: 'batch', row: 0, name: { code: 'row', params: { row: 0 } }, cell: null } as const
    const tasks = [
      aTask({ id: 'a', phase: 'failed', batch }),
      aTask({ id: 'b', phase: 'running', batch: { ...batch, row: 1 } }),
      aTask({ id: 'c', phase: 'failed' })
    ]
    const rows = queueRows(
      groupedSections(queueSections(tasks, everything, capabilityOf)),
      new Set(),
      false,
      ({ phase }) => phase === 'failed'
    )
    expect(rows.flatMap((row) => (row.kind === 'head' ? [[row.name, row.retriable]] : []))).toEqual([
      ['running', 0],
      ['finished', 1]
    ])
  })

  it('are searched by title, capability and ID, and all words must match', () => {
    const tasks = [
      aTask({ id: 'a', title: 'Red vase on stairs' }),
      aTask({ id: 'b', title: 'Blue vase', taskId: 'svc-4711' }),
      aTask({ id: 'c', title: 'Dunes', capability: 'video-upscaler' })
    ]
    const found = (search: string): readonly string[] =>
      queueSections(tasks, { search, medium: null }, capabilityOf).flatMap((section) => section.tasks.map((task) => task.id))
    expect(found('vase RED')).toEqual(['a'])
    expect(found('4711')).toEqual(['b'])
    expect(found('upscaler')).toEqual(['c'])
    expect(found('vase dunes')).toEqual([])
  })

  it('are filtered by output', () => {
    const tasks = [aTask({ id: 'a' }), aTask({ id: 'c', capability: 'video-upscaler' })]
    const [section] = queueSections(tasks, { search: '', medium: 'video' }, capabilityOf)
    expect(section?.tasks.map((task) => task.id)).toEqual(['c'])
  })
})

describe('focus in the queue', () => {
  const rows = queueRows(
    ungroupedSections([
      { name: 'running', tasks: [aTask({ id: 'a' }), aTask({ id: 'b' })] },
      { name: 'finished', tasks: [aTask({ id: 'c' })] }
    ]),
    new Set()
  )

  it('skips section headings', () => {
    expect(rowIdToFocus(rows, 'b', 'ArrowDown')).toBe('c')
    expect(rowIdToFocus(rows, 'c', 'ArrowUp')).toBe('b')
  })

  it('stays at the ends', () => {
    expect(rowIdToFocus(rows, 'c', 'ArrowDown')).toBe('c')
    expect(rowIdToFocus(rows, 'a', 'ArrowUp')).toBe('a')
  })

  it('starts at an end if nothing has the focus or its task no longer exists', () => {
    expect(rowIdToFocus(rows, null, 'ArrowDown')).toBe('a')
    expect(rowIdToFocus(rows, 'gone', 'ArrowUp')).toBe('c')
    expect(rowIdToFocus(rows, 'b', 'Home')).toBe('a')
    expect(rowIdToFocus(rows, 'a', 'End')).toBe('c')
    expect(rowIdToFocus([], null, 'ArrowDown')).toBeNull()
  })
})

describe('the rows of the queue', () => {
  const rowsOf = (...ids: readonly string[]): ReturnType<typeof queueRows> =>
    queueRows(ungroupedSections([{ name: 'running', tasks: ids.map((id) => aTask({ id })) }]), new Set())

  it('are equal while the same tasks are in the same order', () => {
    expect(areSameRows(rowsOf('a', 'b'), rowsOf('a', 'b'))).toBe(true)
    expect(areSameRows(rowsOf('a', 'b'), rowsOf('b', 'a'))).toBe(false)
    expect(areSameRows(rowsOf('a'), rowsOf('a', 'b'))).toBe(false)
  })

  it('differ if a section’s count differs', () => {
    const [head] = rowsOf('a', 'b')
    const [smaller] = rowsOf('a')
    if (head === undefined || smaller === undefined) throw new Error('A section heading is missing.')
    expect(areSameRows([head], [smaller])).toBe(false)
  })
})

describe('the row that gets the focus after its neighbour was removed', () => {
  const rows = queueRows(ungroupedSections([{ name: 'running', tasks: ['a', 'b'].map((id) => aTask({ id })) }]), new Set())

  it('is the one in the same position, or else the last one', () => {
    expect([0, 1, 2, 3].map((place) => nearestRowId(rows, place))).toEqual(['a', 'a', 'b', 'b'])
    expect(nearestRowId([], 0)).toBeNull()
  })
})
