import { describe, expect, it } from 'vitest'
import { isSameLineage, lineageOf } from '../../../renderer/viewer/lineage.ts'
import { aTask } from '../a-task.ts'
import { aResult } from './a-result.ts'

const parent = aTask({ id: 'parent', results: [aResult({ id: 'p' })] })
const own = aTask({
  id: 'own',
  values: { prompt: 'x', imageUrls: [{ item: 'p' }, { item: 'p' }, { item: 'gone' }, { file: '/a.png' }] },
  results: [aResult({ id: 'o1' }), aResult({ id: 'o2', index: 1 })]
})
const child = aTask({ id: 'child', values: { views: { front: { item: 'o1' } } }, results: [aResult({ id: 'c1' }), aResult({ id: 'c2' })] })
const waiting = aTask({ id: 'waiting', phase: 'running', values: { imageUrl: { item: 'o1' } } })
const all = [waiting, child, own, parent]
const told = (itemId: string) => {
  const { parents, children } = lineageOf(all, own, itemId)
  return [parents, children].map((side) => side.map(({ result }) => result.id))
}

describe('the lineage of a result', () => {
  it('lists each source once, and one result of each task that used it', () => {
    expect(told('o1')).toEqual([['p'], ['c1']])
  })

  it('belongs to the output, not to its task', () => {
    expect(told('o2')).toEqual([['p'], []])
  })

  it('differs once a related result is added', () => {
    expect(isSameLineage(lineageOf(all, own, 'o1'), lineageOf([...all], own, 'o1'))).toBe(true)
    expect(isSameLineage(lineageOf(all, own, 'o1'), lineageOf([own, parent], own, 'o1'))).toBe(false)
  })
})
