import { describe, expect, it } from 'vitest'
import { withoutAxes, withProvenance } from '../../../../electron/tasks/journal/with-provenance.ts'

const migrated = (record: object): unknown => JSON.parse(withProvenance(JSON.stringify(record)))

describe('a task of a version without provenance', () => {
  it('comes from the library items among its inputs, each once, and nothing else', () => {
    const inputs = [
      { reference: { item: 'a.1' } },
      { reference: { file: '/photo.png' } },
      { reference: { item: 'b.2' } },
      { path: '/x.png' }
    ]
    expect(migrated({ id: 'c', inputs: [...inputs, { reference: { item: 'a.1' } }] })).toMatchObject({
      from: [
        { item: 'a.1', how: 'input' },
        { item: 'b.2', how: 'input' }
      ],
      askedBy: 'unknown'
    })
  })

  it('keeps its row, whose cell is unknown', () => {
    const batch = { id: 'b', row: 3, name: { code: 'row', params: { row: 4 } } }
    expect(migrated({ id: 'c', inputs: [], batch })).toEqual({
      id: 'c',
      inputs: [],
      batch: { ...batch, cell: null },
      from: [],
      askedBy: 'unknown'
    })
    expect(migrated({ id: 'c', inputs: [], batch: null })).toEqual({ id: 'c', inputs: [], batch: null, from: [], askedBy: 'unknown' })
    expect(migrated({ id: 'c', inputs: [] })).toEqual({ id: 'c', inputs: [], from: [], askedBy: 'unknown' })
  })

  it.each(['no JSON', '', '7', 'null', '["a"]', '{"inputs":7}'])('stays as it is if unreadable: %s', (record) => {
    expect(withProvenance(record)).toBe(record)
  })
})

describe('a batch of a version without axes', () => {
  it('has none', () => {
    expect(JSON.parse(withoutAxes('{"id":"b","way":"grid"}'))).toEqual({ id: 'b', way: 'grid', axes: [] })
  })

  it('stays as it is if unreadable', () => {
    expect(withoutAxes('{"id":')).toBe('{"id":')
  })
})
