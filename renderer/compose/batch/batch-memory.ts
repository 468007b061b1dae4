import type { BatchWish } from './batch-wish.ts'

/** What was filled in for a batch stays while the app runs: a dialog that was closed by mistake loses nothing. */
const wishes = new Map<string, BatchWish>()

export function recalledWish(capabilityId: string): BatchWish | null {
  return wishes.get(capabilityId) ?? null
}

export function rememberWish(capabilityId: string, wish: BatchWish): void {
  wishes.set(capabilityId, wish)
}
