import { createStore } from 'zustand/vanilla'

/** Which menu of the selection bar is open: by its button, or from the context menu of the selection. */
export type BulkPanel = 'stars' | 'tags' | 'save'

export const bulkPanel = createStore<BulkPanel | null>(() => null)

export function openPanel(panel: BulkPanel | null): void {
  bulkPanel.setState(panel, true)
}
