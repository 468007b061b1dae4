/** Maximum nesting depth. It is deeper than any form, but still safe for the recursive schema check. */
const mostLevels = 100
/** Maximum number of values. Enough for a hundred thousand library keys, the largest list that a request schema accepts. */
const mostParts = 400_000

/**
 * True if a payload is small enough to be traversed. Structured clone allows cycles and shared references. Traversing even a few bytes may
 * therefore never end. A shared value counts each time it occurs. Never throws.
 */
export function isPayloadWithinLimits(payload: unknown): boolean {
  let parts = 0
  const level = (value: unknown, depth: number): boolean => {
    parts += 1
    if (parts > mostParts || depth > mostLevels) return false
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
    // Holes in a sparse array take as long to visit as items.
    if (Array.isArray(value)) return value.length <= mostParts && value.every((item: unknown) => level(item, depth + 1))
    for (const name in value) if (!level((value as { readonly [name: string]: unknown })[name], depth + 1)) return false
    return true
  }
  return level(payload, 0)
}
