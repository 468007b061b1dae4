import { setImmediate } from 'node:timers/promises'
import { slicesWithPauses } from '../../shared/slices-with-pauses.ts'

/** Number of items between two pauses. */
const itemsPerSlice = 1_000

/** Returns the set of the items' texts. Other work can run between two slices of the items. */
export async function collectTexts<T>(items: readonly T[], textOf: (item: T) => string): Promise<ReadonlySet<string>> {
  const texts = new Set<string>()
  for await (const slice of slicesWithPauses(items, () => setImmediate(), itemsPerSlice)) for (const item of slice) texts.add(textOf(item))
  return texts
}
