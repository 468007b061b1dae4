import { useMemo } from 'react'
import type { LibraryShelf } from '../../shared/library.ts'
import { useNow } from '../bridge/use-now.ts'
import { dayOf } from './day-words.ts'
import type { Door } from './doors.ts'
import type { ShelfLayout } from './justified-rows.ts'
import { justifiedRows } from './justified-rows.ts'
import type { ShelfPlaces } from './shelf-places.ts'
import { shelfPlaces } from './shelf-places.ts'

const headHeight = 46
const tileGap = 4

export type LaidShelf = { readonly places: ShelfPlaces; readonly layout: ShelfLayout; readonly today: string }

/** Where everything stands in a shelf of this width. Null before it is measured. */
export function useShelfLayout(
  shelf: LibraryShelf,
  doors: readonly Door[],
  { width, rowHeight }: { readonly width: number | null; readonly rowHeight: number }
): LaidShelf | null {
  const today = dayOf(useNow(60_000))
  const places = useMemo(() => shelfPlaces(shelf, doors, today), [shelf, doors, today])
  return useMemo(
    () =>
      width === null
        ? null
        : { places, layout: justifiedRows(places.ratios, places.sections, { width, rowHeight, gap: tileGap, headHeight }), today },
    [places, width, rowHeight, today]
  )
}
