import { describe, expect, it } from 'vitest'
import { comparedWith } from '../../../renderer/viewer/compared-with.ts'
import { areSameNeighbours, neighboursOf } from '../../../renderer/viewer/neighbours.ts'
import { aTask } from '../a-task.ts'
import { aResult } from './a-result.ts'

const run = aTask({ id: 'new', results: [aResult({ id: 'n1' }), aResult({ id: 'n2', index: 1 })] })
const old = aTask({ id: 'old', results: [aResult({ id: 'o1' })] })
const all = [
  run,
  aTask({ id: 'running', phase: 'running' }),
  aTask({ id: 'hidden', hidden: true, results: [aResult({ id: 'h1' })] }),
  old,
  aTask({ id: 'clip', results: [aResult({ id: 'c1', medium: 'video' })] })
]
const told = (itemId: string, among: readonly string[] | null = null): readonly (string | null)[] => {
  const { previous, next } = neighboursOf(all, itemId, among)
  return [previous?.id ?? null, next?.id ?? null]
}

describe('the results beside one', () => {
  it('are those of the same run, then those of the runs before and after', () => {
    expect(told('n1')).toEqual([null, 'n2'])
    expect(told('n2')).toEqual(['n1', 'o1'])
    expect(told('o1')).toEqual(['n2', 'c1'])
  })

  it('are none of one that is not there', () => {
    expect(told('gone')).toEqual([null, null])
    expect(areSameNeighbours(neighboursOf(all, 'gone', null), neighboursOf(all, 'n1', null))).toBe(false)
  })

  it('follow the list that was opened, over those in it that are gone', () => {
    const list = ['c1', 'gone', 'n2', 'o1']
    expect(told('n2', list)).toEqual(['c1', 'o1'])
    expect(told('c1', list)).toEqual([null, 'n2'])
    expect(told('o1', list)).toEqual(['n2', null])
  })

  it('are those by time of one that the list does not have', () => {
    expect(told('n1', ['o1', 'c1'])).toEqual([null, 'n2'])
  })
})

describe('what a result is compared with', () => {
  it('are the other outputs of its run, itself first', () => {
    expect(comparedWith(all, run, 'n2', [])).toEqual(['n2', 'n1'])
  })

  it('is what it was made from, of the same medium', () => {
    const facts = {} as never
    const sources = ['n1', 'c1'].map((itemId) => ({ key: itemId, name: 'image 1', media: { facts, previewUrl: '' }, itemId }))
    expect(comparedWith(all, old, 'o1', sources)).toEqual(['o1', 'n1'])
  })

  it('is the newest of the same capability where there is nothing nearer', () => {
    expect(comparedWith(all, old, 'o1', [])).toEqual(['o1', 'n1'])
    expect(comparedWith([old], old, 'o1', [])).toEqual(['o1'])
  })

  it('are four at most', () => {
    const many = aTask({ id: 'many', results: [0, 1, 2, 3, 4, 5].map((index) => aResult({ id: `m${index}`, index })) })
    expect(comparedWith([many], many, 'm4', [])).toEqual(['m4', 'm0', 'm1', 'm2'])
  })
})
