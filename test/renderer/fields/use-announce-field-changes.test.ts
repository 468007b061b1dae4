import { describe, expect, it } from 'vitest'
import { fieldChangesText } from '../../../renderer/fields/use-announce-field-changes.ts'

const labels = (...names: readonly string[]) => new Map(names.map((name) => [name, name.toUpperCase()]))

describe('added and removed fields', () => {
  it.each([
    [labels('a'), labels('a'), ''],
    [labels('a'), labels('a', 'b'), 'Field added: “B”.'],
    [labels('a', 'b'), labels('a'), 'Field removed: “B”.'],
    [labels('a', 'b'), labels('a', 'c', 'd'), 'Fields added: “C” and “D”. Field removed: “B”.']
  ])('are announced as “$2”', (before, now, words) => {
    expect(fieldChangesText(before, now)).toBe(words)
  })
})
