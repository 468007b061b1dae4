import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTask } from '../../../../electron/tasks/machine/new-task.ts'
import { sampleInput, sampleTask } from './sample-task.ts'

const items = fc.constantFrom('a.1', 'a.2', 'b.1', 'c.1')
const references = fc.oneof(
  items.map((item) => ({ item })),
  fc.constantFrom('/a.png', '/b.png').map((file) => ({ file }))
)
const given = fc.array(fc.record({ item: items, how: fc.constantFrom('again', 'remix', 'variation', 'action', 'frame') }))

describe('the sources of a new task', () => {
  it('have every library item among its inputs, everything the page gave, and each use only once', () => {
    fc.assert(
      fc.property(fc.array(references), given, (used, from) => {
        const inputs = used.map((reference, index) => ({ ...sampleInput, index, reference }))
        const { record } = newTask({ ...sampleTask(), inputs, from, askedBy: 'person', price: { credits: 5, source: 'rules' } }, 0)
        const inputItems = record.from.filter(({ how }) => how === 'input').map(({ item }) => item)
        expect(inputItems).toEqual([...new Set(used.flatMap((reference) => ('item' in reference ? [reference.item] : [])))])
        const uses = record.from.map(({ item, how }) => `${how} ${item}`)
        expect(uses.slice(inputItems.length)).toEqual([...new Set(from.map(({ item, how }) => `${how} ${item}`))])
      })
    )
  })
})
