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
  it('is what it was made from, once each, and what was made from it, one for each run', () => {
    expect(told('o1')).toEqual([['p'], ['c1']])
  })

  it('is that of the very output, not of its run', () => {
    expect(told('o2')).toEqual([['p'], []])
  })

  it('is another when one comes', () => {
    expect(isSameLineage(lineageOf(all, own, 'o1'), lineageOf([...all], own, 'o1'))).toBe(true)
    expect(isSameLineage(lineageOf(all, own, 'o1'), lineageOf([own, parent], own, 'o1'))).toBe(false)
  })
})
