import { useState } from 'react'
import type { Stars } from '../../shared/library/library.ts'
import { useItemDetailsMap } from '../media/item-store.ts'
import { useLibraryChanges } from '../media/use-library-changes.ts'
import { maxComparedResults, navigate } from '../navigation/route.ts'
import type { LocatedResult } from './use-result-lookup.ts'
import { useResultLookup } from './use-result-lookup.ts'

/** Actions on one of several results. An action on a single pane takes its item ID. */
export type PaneActions = {
  /** ID of the pane that keys act on. Null if there are no results. */
  readonly currentId: string | null
  readonly setCurrent: (itemId: string) => void
  readonly rate: (itemId: string, stars: Stars) => void
  readonly trash: (itemId: string) => void
  /** Moves all other results to the trash. Null if there is only one. */
  readonly keep: ((itemId: string) => void) | null
  /** Removes a result from the comparison, not from the library. Null if too few would remain. */
  readonly remove: ((itemId: string) => void) | null
}

export type ComparePanes = {
  readonly shown: readonly LocatedResult[]
  /** False while some results are still loading. */
  readonly isSettled: boolean
  readonly actions: PaneActions
  readonly undoLast: () => void
  /**
   * Focuses the pane `distance` positions after the current one, in reading order. A negative distance moves backwards. Does nothing at the
   * ends.
   */
  readonly move: (distance: number) => void
}

/** Finds the results to compare. Results in the trash are skipped, and an undo shows them again. */
export function useComparePanes(itemIds: readonly string[]): ComparePanes {
  const wanted = itemIds.slice(0, maxComparedResults)
  const { found, isSettled } = useResultLookup(wanted)
  const details = useItemDetailsMap(wanted)
  const { rate, trash, undoLast } = useLibraryChanges()
  // `position` determines the next current result if the result with this ID is removed.
  const [current, setCurrent] = useState<{ readonly id: string; readonly position: number } | null>(null)
  const shown = found.filter(({ result }) => details.get(result.id) !== null)
  const ids = shown.map(({ result }) => result.id)
  const currentId =
    current !== null && ids.includes(current.id) ? current.id : (ids[Math.min(current?.position ?? 0, ids.length - 1)] ?? null)
  return {
    shown,
    isSettled,
    undoLast,
    move: (distance) => {
      const next = currentId === null ? undefined : ids[ids.indexOf(currentId) + distance]
      if (next !== undefined) focusPane(next)
    },
    actions: {
      currentId,
      setCurrent: (id) => setCurrent({ id, position: ids.indexOf(id) }),
      rate,
      trash: (id) => trash([id]),
      keep: ids.length < 2 ? null : (kept) => trash(ids.filter((id) => id !== kept)),
      remove: ids.length < 3 ? null : (removed) => navigate({ view: 'compare', ids: ids.filter((id) => id !== removed) })
    }
  }
}

const idPrefix = 'compared-'

/** Returns the ID of the element with a pane's controls. This element gets the focus. */
export function paneElementId(itemId: string): string {
  return `${idPrefix}${itemId}`
}

/** Returns the element of the current pane, which is the one that Tab reaches. Null if there are no results. */
export function currentPaneElement(): HTMLElement | null {
  return document.querySelector(`[id^="${idPrefix}"][tabindex="0"]`)
}

export function focusPane(itemId: string): void {
  document.getElementById(paneElementId(itemId))?.focus({ preventScroll: true })
}
