import { createStore } from 'zustand/vanilla'

/** The open menu of the selection bar. Its button or the selection's context menu opens it. */
export type BulkPanel = 'stars' | 'tags' | 'save'

export const bulkPanel = createStore<BulkPanel | null>(() => null)

export function openPanel(panel: BulkPanel | null): void {
  bulkPanel.setState(panel, true)
}
