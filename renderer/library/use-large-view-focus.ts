import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { indexOfCell } from './cell-ids.ts'
import { libraryViewStore } from './library-view-store.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'

/** Scrolls the grid to the item in the large view. When the large view closes, that item gets the focus. */
export function useLargeViewFocus(laid: LaidOutGrid | null, reveal: (place: number) => void, focusPlace: (place: number) => void): void {
  const largeKey = useStore(libraryViewStore, (memory) => memory.largeKey)
  const wasOpen = useRef(false)
  useEffect(() => {
    const place = largeKey === null || laid === null ? -1 : indexOfCell(laid.places, String(largeKey))
    if (place !== -1) reveal(place)
  }, [largeKey, laid, reveal])
  useLayoutEffect(() => {
    const { currentCell } = libraryViewStore.getState()
    const place = currentCell === null || laid === null ? -1 : indexOfCell(laid.places, currentCell)
    if (wasOpen.current && largeKey === null && place !== -1) focusPlace(place)
    wasOpen.current = largeKey !== null
  }, [largeKey, laid, focusPlace])
}
