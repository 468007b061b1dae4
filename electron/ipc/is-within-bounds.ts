/** Deeper than any form; a schema of the contract follows a payload with the stack. */
const mostLevels = 100
/** More than a hundred thousand keys of the library, the largest list that the contract takes. */
const mostParts = 400_000

/**
 * Whether a payload can be walked through at all. Structured clone carries circles, and lists whose every item is the same list again: a few
 * bytes that are endless, or nearly so, to whoever follows them. Parts that are met twice count twice. Never throws.
 */
export function isWithinBounds(payload: unknown): boolean {
  let parts = 0
  const level = (value: unknown, depth: number): boolean => {
    parts += 1
    if (parts > mostParts || depth > mostLevels) return false
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
    // Gaps of a list cost whoever reads it as much as items do.
    if (Array.isArray(value)) return value.length <= mostParts && value.every((item: unknown) => level(item, depth + 1))
    for (const name in value) if (!level((value as { readonly [name: string]: unknown })[name], depth + 1)) return false
    return true
  }
  return level(payload, 0)
}
