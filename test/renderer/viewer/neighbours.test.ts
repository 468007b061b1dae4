import { describe, expect, it } from 'vitest'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { defaultComparisonIds } from '../../../renderer/viewer/default-comparison-ids.ts'
import { areSameNeighbours, neighboursInList, neighboursByTime } from '../../../renderer/viewer/neighbours.ts'
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
type Told = readonly (string | null)[]
const told = (itemId: string): Told => idsOf(neighboursByTime(all, itemId))
const idsOf = ({ previous, next }: ReturnType<typeof neighboursByTime>): Told => [previous?.id ?? null, next?.id ?? null]

describe('the adjacent results', () => {
  it('are those of the same task, then those of the adjacent tasks', () => {
    expect(told('n1')).toEqual([null, 'n2'])
    expect(told('n2')).toEqual(['n1', 'o1'])
    expect(told('o1')).toEqual(['n2', 'c1'])
  })

  it('include up to six on each side, for the filmstrip', () => {
    const many = Array.from({ length: 20 }, (_, place) => aTask({ id: `t${place}`, results: [aResult({ id: `r${place}` })] }))
    const around = (itemId: string): readonly string[] => neighboursByTime(many, itemId).around.map(({ id }) => id)
    expect(around('r10')).toEqual(['r4', 'r5', 'r6', 'r7', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14', 'r15', 'r16'])
    expect(around('r1')).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'])
    expect(around('r19')).toEqual(['r13', 'r14', 'r15', 'r16', 'r17', 'r18', 'r19'])
    expect(around('gone')).toEqual([])
  })

  it('are empty for an unknown result', () => {
    expect(told('gone')).toEqual([null, null])
    expect(areSameNeighbours(neighboursByTime(all, 'gone'), neighboursByTime(all, 'n1'))).toBe(false)
  })

  it('follow the opened list, and skip missing items', () => {
    const list = Uint32Array.of(40, 7, 12, 3)
    const medium: Medium = 'image'
    const known = new Map([
      [40, { id: 'c1', medium, title: 'Waves' }],
      [7, null],
      [12, { id: 'n2', medium, title: 'A bowl' }],
      [3, { id: 'o1', medium, title: 'A vase' }]
    ])
    const among = (place: number): Told => idsOf(neighboursInList(list, place, known))
    expect(among(2)).toEqual(['c1', 'o1'])
    expect(among(0)).toEqual([null, 'n2'])
    expect(among(3)).toEqual(['n2', null])
    expect(neighboursInList(list, 2, known).around.map(({ id }) => id)).toEqual(['c1', 'n2', 'o1'])
  })

  it('are empty while the next item of the list is still loading', () => {
    expect(idsOf(neighboursInList(Uint32Array.of(1, 2, 3), 0, new Map([[3, { id: 'o1', medium: 'image', title: 'A vase' }]])))).toEqual([
      null,
      null
    ])
  })
})

describe('the comparison of a result', () => {
  it('lists the result first, then the other outputs of its task', () => {
    expect(defaultComparisonIds(all, run, 'n2', [])).toEqual(['n2', 'n1'])
  })

  it('includes its source of the same medium', () => {
    const facts = {} as never
    const sources = ['n1', 'c1'].map((itemId) => ({ key: itemId, name: 'image 1', media: { facts, previewUrl: '' }, itemId }))
    expect(defaultComparisonIds(all, old, 'o1', sources)).toEqual(['o1', 'n1'])
  })

  it('includes the newest result of the same capability if nothing is closer', () => {
    expect(defaultComparisonIds(all, old, 'o1', [])).toEqual(['o1', 'n1'])
    expect(defaultComparisonIds([old], old, 'o1', [])).toEqual(['o1'])
  })

  it('includes at most four results', () => {
    const many = aTask({ id: 'many', results: [0, 1, 2, 3, 4, 5].map((index) => aResult({ id: `m${index}`, index })) })
    expect(defaultComparisonIds([many], many, 'm4', [])).toEqual(['m4', 'm0', 'm1', 'm2'])
  })
})
