import { createStore } from 'zustand/vanilla'

/** A menu of the selection bar. The menu is opened by its button or from the context menu of selected items. */
export type BulkPanel = 'stars' | 'tags' | 'save'

export const bulkPanelStore = createStore<BulkPanel | null>(() => null)

export function setBulkPanel(panel: BulkPanel | null): void {
  bulkPanelStore.setState(panel, true)
}
