import { navigate } from '../navigation/route.ts'
import { libraryTileStore } from './grid-store.ts'
import { libraryViewStore } from './library-view-store.ts'

/** Opens an item in the viewer, which steps through the items in `among`. Does nothing if the item isn't loaded. */
export function openItem(key: number, among: Uint32Array): void {
  const item = libraryTileStore.get(key)
  if (item === undefined) return
  libraryViewStore.setState({ currentCell: String(key), getsFocus: true, largeKey: null })
  navigate({ view: 'viewer', itemId: item.id, among })
}
