import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TrashReceipt } from '../../shared/library.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { request } from './kiln.ts'

/** What was moved to the trash last and can be brought back, whichever view did it; null: nothing. */
const lastTrash = createStore<{ readonly receipt: TrashReceipt | null }>(() => ({ receipt: null }))

export function useLastTrash(): TrashReceipt | null {
  return useStore(lastTrash, ({ receipt }) => receipt)
}

/** `keys`: of library items. */
export async function moveToTrash(keys: readonly number[]): Promise<Outcome<TrashReceipt>> {
  const outcome = await request('library.trash', { keys })
  // Nothing of it was there any more: what can be brought back is still what was moved before.
  if (outcome.ok && outcome.value.count > 0) lastTrash.setState({ receipt: outcome.value })
  return outcome
}

export async function bringBackFromTrash({ token }: TrashReceipt): Promise<Outcome<null>> {
  if (lastTrash.getState().receipt?.token === token) lastTrash.setState({ receipt: null })
  return request('library.untrash', { token })
}
