import { describe, expect, it } from 'vitest'
import { itemsFoundBy, madeItems, placeBeside } from '../../../renderer/fields/made-items.ts'
import type { Result } from '../../../shared/task.ts'
import { aTask } from '../a-task.ts'

function result(id: string, medium: Result['medium'], path = `/library/${id}.bin`): Result {
  return { id, index: 0, path, contentType: 'x/y', medium, bytes: 1, sha256: 'a', width: null, height: null, savedAt: 0 }
}
const tasks = [
  aTask({ id: 'b', title: 'Éclair on a plate', results: [result('b.0', 'image'), result('b.1', 'image')] }),
  aTask({ id: 'c', title: 'Not done yet', results: [] }),
  aTask({ id: 'a', title: 'A clip of the sea', results: [result('a.0', 'video', 'C:\\Kiln\\sea-at-dawn.mp4')] })
]

describe('results as input', () => {
  it('are those of the medium, in the order of the tasks', () => {
    expect(madeItems(tasks, 'image').map(({ id }) => id)).toEqual(['b.0', 'b.1'])
    expect(madeItems(tasks, null).map(({ id }) => id)).toEqual(['b.0', 'b.1', 'a.0'])
    expect(madeItems(tasks, 'model')).toEqual([])
  })

  it.each<[string, readonly string[]]>([
    ['', ['b.0', 'b.1', 'a.0']],
    ['eclair', ['b.0', 'b.1']],
    ['PLATE éc', ['b.0', 'b.1']],
    ['dawn', ['a.0']],
    ['kiln', []],
    ['plate sea', []]
  ])('are found by %j', (text, ids) => {
    expect(itemsFoundBy(madeItems(tasks, null), text).map(({ id }) => id)).toEqual(ids)
  })
})

describe('arrow keys in a grid of 10, 4 in a row', () => {
  it.each<[string, number, number | null]>([
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 5, 9],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 2, 2],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['PageDown', 1, 9],
    ['PageUp', 9, 0],
    ['a', 3, null],
    ['constructor', 3, null]
  ])('%s from %i lead to %j', (key, place, next) => {
    expect(placeBeside(key, place, 10, 4)).toBe(next)
  })
})
