import { describe, expect, it } from 'vitest'
import { TaskStore } from '../../../renderer/bridge/task-store.ts'
import type { TaskChange } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

/** Creates a store whose animation frames the test runs manually. */
function aStore() {
  const frames: (() => void)[] = []
  const store = new TaskStore((flush) => frames.push(flush))
  return { store, frames, nextFrame: () => frames.splice(0).forEach((flush) => flush()) }
}

describe('the task store', () => {
  it('lists the newest task first, and tasks of the same time in a stable order', () => {
    const { store } = aStore()
    store.load([aTask({ id: 'old', createdAt: 1 }), aTask({ id: 'b', createdAt: 2 }), aTask({ id: 'a', createdAt: 2 })])
    expect(store.all().map(({ id }) => id)).toEqual(['b', 'a', 'old'])
  })

  it('lists batch rows in row order', () => {
    const { store } = aStore()
    const row = (id: string, place: number) =>
      aTask({ id, createdAt: 2, batch: { id: 'batch', row: place, name: { code: 'row', params: { row: place } }, cell: null } })
    store.load([row('x', 2), row('a', 3), row('m', 1), aTask({ id: 'later', createdAt: 3 })])
    expect(store.all().map(({ id }) => id)).toEqual(['later', 'm', 'x', 'a'])
  })

  it('keeps changes that were announced while the list was loading', () => {
    const { store } = aStore()
    store.change(aTask({ id: 'a', phase: 'done' }))
    store.load([aTask({ id: 'a', phase: 'running' })])
    expect(store.get('a')?.phase).toBe('done')
  })

  it('collects changes and announces them once per frame', () => {
    const { store, frames, nextFrame } = aStore()
    store.load([aTask({ id: 'a', polls: 1 })])
    const told: (readonly TaskChange[])[] = []
    store.subscribe((changes) => told.push(changes))
    store.change(aTask({ id: 'a', polls: 2 }))
    store.change(aTask({ id: 'a', polls: 3 }))
    expect(frames).toHaveLength(1)
    expect(store.get('a')?.polls).toBe(1)
    nextFrame()
    expect(told.map((changes) => changes.map(({ task, before }) => [before?.polls, task.polls]))).toEqual([[[1, 3]]])
  })

  it('notifies a row only of its own changes', () => {
    const { store, nextFrame } = aStore()
    store.load([aTask({ id: 'a' }), aTask({ id: 'b' })])
    let toldA = 0
    const stop = store.subscribeTo('a', () => (toldA += 1))
    store.change(aTask({ id: 'b', polls: 9 }))
    nextFrame()
    expect(toldA).toBe(0)
    store.change(aTask({ id: 'a', polls: 9 }))
    nextFrame()
    expect(toldA).toBe(1)
    stop()
    store.change(aTask({ id: 'a', polls: 10 }))
    nextFrame()
    expect(toldA).toBe(1)
  })

  it('keeps the position of a changed task, in a new list', () => {
    const { store, nextFrame } = aStore()
    store.load([aTask({ id: 'a', createdAt: 1 }), aTask({ id: 'b', createdAt: 2 }), aTask({ id: 'c', createdAt: 3 })])
    const before = store.all()
    store.change(aTask({ id: 'b', createdAt: 2, phase: 'failed' }))
    nextFrame()
    expect(store.all()).not.toBe(before)
    expect(store.all().map(({ id, phase }) => `${id} ${phase}`)).toEqual(['c done', 'b failed', 'a done'])
    expect(before.map(({ phase }) => phase)).toEqual(['done', 'done', 'done'])
  })

  it('puts a newer task above the others', () => {
    const { store, nextFrame } = aStore()
    store.load([aTask({ id: 'a', createdAt: 1 })])
    store.change(aTask({ id: 'b', createdAt: 5 }))
    nextFrame()
    expect(store.all().map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('adds progress to a task’s newest state, and ignores unknown tasks', () => {
    const { store, nextFrame } = aStore()
    store.load([aTask({ id: 'a', phase: 'submitting' })])
    store.change(aTask({ id: 'a', phase: 'uploading' }))
    store.progress('a', { doneBytes: 5, totalBytes: 9, bytesPerSecond: null })
    store.progress('unknown', { doneBytes: 1, totalBytes: 1, bytesPerSecond: null })
    nextFrame()
    expect(store.get('a')).toMatchObject({ phase: 'uploading', progress: { doneBytes: 5 } })
    expect(store.get('unknown')).toBeUndefined()
  })
})
