import type { Value, Values } from '../values.ts'

/** Returns the index of the first earlier row with the same request, for each row. Null if none exists. */
export function findDuplicateRows(rows: readonly Values[]): readonly (number | null)[] {
  const first = new Map<string, number>()
  return rows.map((values, place) => {
    const key = JSON.stringify(inOrder(values))
    const before = first.get(key) ?? null
    if (before === null) first.set(key, place)
    return before
  })
}

/** Sorts keys, because the order in which fields were filled in doesn't matter. */
function inOrder(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)])
  )
}
