import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridRowCount, rowsFromGrid } from '../../../../shared/form/batch/rows-from-grid.ts'
import { rowsFromSeeds } from '../../../../shared/form/batch/rows-from-seeds.ts'
import { rowsFromFiles } from '../../../../shared/form/batch/rows-from-files.ts'
import { findDuplicateRows } from '../../../../shared/form/batch/find-duplicate-rows.ts'
import type { MediaField } from '../../../../shared/form/fields.ts'
import { fieldNamed } from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'

const third = fallbackCapabilities.find(({ id }) => id === 'imgmodel-3-0-image-generator')
const swap = fallbackCapabilities.find(({ id }) => id === 'face-swap')
if (third === undefined || swap === undefined) throw new Error('A fallback capability is missing.')

describe('rows from seeds', () => {
  it('count up from the first seed and continue with the smallest after the largest', () => {
    const field = { name: 'seed', minimum: 0, maximum: 9 }
    const rows = rowsFromSeeds({ prompt: 'x' }, { field, count: 4, first: 8 }, Math.random)
    expect(rows.map(({ name, values }) => [name.code === 'seed' && name.params.seed, values['seed']])).toEqual([
      [8, 8],
      [9, 9],
      [0, 0],
      [1, 1]
    ])
    expect(rows[0]?.values['prompt']).toBe('x')
  })

  it('have unique seeds within the field’s bounds for any random numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        fc.option(fc.integer({ min: -100, max: 200 }), { nil: null }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })),
        (minimum, width, requested, first, numbers) => {
          const field = { name: 'seed', minimum, maximum: minimum + width }
          const count = Math.min(requested, width + 1)
          const seeds = rowsFromSeeds({}, { field, count, first }, () => numbers.next().value).map(({ values }) => Number(values['seed']))
          expect(new Set(seeds).size).toBe(count)
          expect(seeds.every((seed) => seed >= minimum && seed <= minimum + width)).toBe(true)
        }
      )
    )
  })

  it('repeat the same values if there is no seed field', () => {
    expect(rowsFromSeeds({ prompt: 'x' }, { field: null, count: 2, first: null }, Math.random)).toEqual([
      { name: { code: 'task', params: { number: 1 } }, values: { prompt: 'x' }, unread: [] },
      { name: { code: 'task', params: { number: 2 } }, values: { prompt: 'x' }, unread: [] }
    ])
  })
})

describe('rows from a grid', () => {
  const axis = (field: string, values: readonly string[]) => ({ field, steps: values.map((value) => ({ value, words: value })) })

  it('cover every combination, and the last field varies fastest', () => {
    const rows = rowsFromGrid({ prompt: 'x' }, [axis('size', ['small', 'large']), axis('style', ['ink', 'oil'])])
    expect(rows.map(({ name }) => name.params)).toEqual(['small, ink', 'small, oil', 'large, ink', 'large, oil'].map((text) => ({ text })))
    expect(rows[3]?.values).toEqual({ prompt: 'x', size: 'large', style: 'oil' })
  })

  it('are all different and match the grid count', () => {
    const steps = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 0, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(steps, { minLength: 0, maxLength: 4 }), (all) => {
        const axes = all.map((values, place) => axis(`field ${place}`, values))
        const rows = rowsFromGrid({}, axes)
        expect(rows).toHaveLength(gridRowCount(axes))
        expect(findDuplicateRows(rows.map(({ values }) => values)).every((first) => first === null)).toBe(true)
      })
    )
  })
})

describe('rows from files', () => {
  it('append their file to a list, and replace the value of a single field', () => {
    const many = fieldNamed(third, 'imageUrls') as MediaField
    const one = fieldNamed(swap, 'targetImageUrl') as MediaField
    const files = [{ name: 'in/a.png', path: '/p/in/a.png' }]
    expect(rowsFromFiles({ imageUrls: [{ file: '/style.png' }] }, many, files)).toEqual([
      {
        name: { code: 'text', params: { text: 'in/a.png' } },
        values: { imageUrls: [{ file: '/style.png' }, { file: '/p/in/a.png' }] },
        unread: []
      }
    ])
    expect(rowsFromFiles({ targetImageUrl: { file: '/old.png' } }, one, files)[0]?.values).toEqual({
      targetImageUrl: { file: '/p/in/a.png' }
    })
  })
})

describe('duplicate rows', () => {
  it('are found regardless of field order, and refer to the first occurrence', () => {
    const rows = [
      { prompt: 'x', seed: 1 },
      { prompt: 'y', seed: 1 },
      { seed: 1, prompt: 'x' },
      { prompt: 'x', seed: 1, pairs: [{ b: 1, a: 2 }] },
      { pairs: [{ a: 2, b: 1 }], seed: 1, prompt: 'x' }
    ]
    expect(findDuplicateRows(rows)).toEqual([null, null, 0, null, 3])
  })
})
