import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import type { LibraryQuery, LibraryQueryResult, Stars } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { openTask } from '../navigation/open-task.ts'
import { ContextMenu } from '../ui/context-menu.tsx'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { useFocusFallback } from '../ui/use-focus-fallback.ts'
import { cellIdAtIndex, keyOfCell } from './cell-ids.ts'
import { emptySelection } from './empty-selection.ts'
import { ensureSelected } from './ensure-selected.ts'
import type { PendingTile } from './pending-tiles.ts'
import { gridAction, type GridAction } from './grid-keys.ts'
import { gridMenuItems, type ActionsOf } from './grid-menu-items.ts'
import styles from './library-grid.module.css'
import { gridMembersOf } from './grid-members.ts'
import { libraryTileStore } from './grid-store.ts'
import { updateSelection, libraryViewStore, showLarge } from './library-view-store.ts'
import { openItem } from './open-item.ts'
import { closeRun, isStack, openRun } from './open-run.ts'
import { allKeys } from './stacks.ts'
import { selectAll, toggleSelected, selectOnly, selectRange } from './grid-selection.ts'
import { GridRow } from './grid-row.tsx'
import { keyAtIndex } from './grid-cells.ts'
import { adjacentTile } from './adjacent-tile.ts'
import { useCellFocus, useCurrentCell } from './use-cell-focus.ts'
import { useRubberBandSelection } from './use-rubber-band-selection.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'
import { useLargeViewFocus } from './use-large-view-focus.ts'
import { useGridLayout } from './use-grid-layout.ts'
import { gridBottomPadding, useGridViewport } from './use-grid-viewport.ts'

export type LibraryGridProps = {
  readonly page: LibraryQueryResult
  /** Query whose results the grid shows. A new query scrolls to the top. */
  readonly query: LibraryQuery | null
  readonly pendingTiles: readonly PendingTile[]
  readonly onStars: (keys: readonly number[], stars: Stars) => void
  readonly onTrash: (keys: readonly number[]) => void
  readonly actionsOf: ActionsOf
  /** `tiles` has the rendered tiles of the items in `keys`. */
  readonly onDrag: (keys: readonly number[], tiles: readonly HTMLElement[]) => void
}

/** Grid of all library items. Renders only the visible rows. */
export function LibraryGrid({ page, query, pendingTiles, onStars, onTrash, onDrag, actionsOf }: LibraryGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const band = useRef<HTMLDivElement>(null)
  useFocusFallback(grid)
  const { measure, width } = useElementWidth()
  const rowHeight = useStore(libraryViewStore, (memory) => memory.rowHeight)
  const laid = useGridLayout(page, pendingTiles, { width, rowHeight })
  const { drawn, onScroll, reveal } = useGridViewport(scroller, laid, query)
  const { onPointerDown } = useRubberBandSelection(scroller, grid, band, laid)
  const current = useCurrentCell(laid)
  const column = useRef<number | null>(null)
  const { focusPlace } = useCellFocus(grid, laid, current, reveal)
  useLargeViewFocus(laid, reveal, focusPlace)

  const rate = useCallback((key: number, stars: Stars) => onStars(gridMembersOf(key), stars), [onStars])
  const open = (cell: string | null): void => openCell(cell, pendingTiles, page)

  function press(event: MouseEvent): void {
    const cell = cellOf(event.target)
    const key = cell === null ? null : keyOfCell(cell)
    if (cell !== null) libraryViewStore.setState({ currentCell: cell })
    column.current = null
    if (key !== null) selectByClick(event, key, page)
  }

  function move({ direction, extends: doesExtend }: Extract<GridAction, { kind: 'move' }>, key: number | null): void {
    const pageHeight = scroller.current?.clientHeight ?? 600
    const step = laid === null ? null : adjacentTile(laid.layout, current.index, direction, { column: column.current, pageHeight })
    if (laid === null || step === null) return
    column.current = step.column
    const next = keyAtIndex(laid.places, step.index)
    if (doesExtend && next !== null) extendSelection(key, next, page)
    focusPlace(step.index)
  }

  function keyDown(event: KeyboardEvent): void {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    const action = gridAction({ key: mirrorArrowKey(event), ctrlKey, metaKey, shiftKey, altKey })
    if (action === null || laid === null || current.cell === null) return
    const key = keyOfCell(current.cell)
    switch (action.kind) {
      case 'move':
        move(action, key)
        break
      case 'toggle':
        if (key === null) break
        if (action.extends) updateSelection((selection) => selectRange(selection, key, page.keys, false, page.stacks))
        else toggle(key)
        break
      case 'open':
        open(current.cell)
        break
      case 'large':
        // If the tile weren't loaded, the large view would be empty.
        if (key !== null && libraryTileStore.get(key) !== undefined) showLarge(key)
        break
      case 'all':
        updateSelection((selection) => selectAll(page.keys, selection, page.stacks))
        break
      case 'none':
        if (libraryViewStore.getState().selection.keys.size > 0) updateSelection(() => emptySelection)
        else if (query !== null && query.run !== null) closeRun()
        else return
        break
      case 'stars':
        if (meantKeys(key).length > 0) onStars(meantKeys(key), action.stars)
        break
      case 'trash':
        if (meantKeys(key).length > 0) onTrash(meantKeys(key))
        break
      case 'undo':
        // `LibraryView` handles undo, wherever the focus is.
        return
    }
    event.preventDefault()
  }

  const rows = rowsToDraw(drawn, current.row, laid?.layout.rowCount ?? 0)
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll} onPointerDown={onPointerDown}>
      <div ref={measure} className={styles.shelf} style={{ height: (laid?.layout.height ?? 0) + gridBottomPadding }}>
        <ContextMenu
          label={say('Actions')}
          itemsFor={(target) => {
            const cell = cellOf(target)
            return cell === null ? [] : gridMenuItems(cell, () => open(cell), actionsOf)
          }}
        >
          <div
            ref={grid}
            role="grid"
            aria-label={say('Library')}
            aria-multiselectable="true"
            aria-rowcount={laid?.layout.rowCount ?? 0}
            className={styles.grid}
            onKeyDown={keyDown}
            onClick={press}
            onDoubleClick={({ target }) => open(cellOf(target))}
            onDragStart={(event) => dragTile(event, onDrag)}
            onFocus={({ target }) => setCurrentCell(cellOf(target))}
          >
            {laid !== null &&
              rows.map((row) => (
                <GridRow
                  key={rowKey(laid, row)}
                  grid={laid}
                  row={row}
                  currentCell={row === current.row ? current.cell : null}
                  onToggle={toggle}
                  onStars={rate}
                />
              ))}
          </div>
        </ContextMenu>
        <div ref={band} hidden className={styles.band} />
      </div>
    </div>
  )
}

function toggle(key: number): void {
  updateSelection((selection) => toggleSelected(selection, key, gridMembersOf(key)))
}

function setCurrentCell(cell: string | null): void {
  if (cell !== null && cell !== libraryViewStore.getState().currentCell) libraryViewStore.setState({ currentCell: cell })
}

/** Opens an item in the viewer, which steps through all results in the grid. Opens a stack in the grid, and a pending tile in the queue. */
function openCell(cell: string | null, pendingTiles: readonly PendingTile[], page: LibraryQueryResult): void {
  const key = cell === null ? null : keyOfCell(cell)
  const pendingTile = key === null ? pendingTiles.find((one) => one.key === cell) : undefined
  if (pendingTile !== undefined) openTask(pendingTile.taskId)
  if (key !== null && isStack(key)) openRun(key)
  else if (key !== null) openItem(key, allKeys(page))
}

/** Starts a native file drag, out of the window or onto a form. */
function dragTile(event: DragEvent, onDrag: LibraryGridProps['onDrag']): void {
  const cell = cellOf(event.target)
  const key = cell === null ? null : keyOfCell(cell)
  if (cell === null || key === null) return
  event.preventDefault()
  const keys = ensureSelected(key)
  // A single item may be newly selected. Its tile then has `aria-selected` only after the next render.
  const dragged = keys.length > 1 ? '[aria-selected=true]' : `[data-cell="${CSS.escape(cell)}"]`
  onDrag(
    [key, ...keys.filter((one) => one !== key)],
    [...event.currentTarget.querySelectorAll<HTMLElement>(dragged)].toSorted((one) => (one.dataset['cell'] === cell ? -1 : 1))
  )
}

function selectByClick({ ctrlKey, metaKey, shiftKey }: MouseEvent, key: number, { keys, stacks }: LibraryQueryResult): void {
  const adds = ctrlKey || metaKey
  updateSelection((selection) => {
    if (shiftKey) return selectRange(selection, key, keys, adds, stacks)
    return adds ? toggleSelected(selection, key, gridMembersOf(key)) : selectOnly(key, gridMembersOf(key))
  })
}

/** Selects the range from the anchor to `to`. Without an anchor, the range starts at the focused item. */
function extendSelection(focused: number | null, to: number, { keys, stacks }: LibraryQueryResult): void {
  updateSelection((selection) =>
    selectRange(selection.anchor === null && focused !== null ? selectOnly(focused) : selection, to, keys, false, stacks)
  )
}

/** Returns the selected keys, or the keys of the focused tile if nothing is selected. */
function meantKeys(focused: number | null): readonly number[] {
  const { keys } = libraryViewStore.getState().selection
  return keys.size > 0 || focused === null ? [...keys] : gridMembersOf(focused)
}

function cellOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? null) : null
}

/** Returns the rows near the viewport and the row with the focus. The focused row stays rendered, so that the focus is never lost. */
function rowsToDraw({ first, end }: { readonly first: number; readonly end: number }, current: number | null, count: number): number[] {
  const last = Math.min(end, count)
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, step) => first + step)
  if (current === null || current >= count || (current >= first && current < last)) return rows
  return current < first ? [current, ...rows] : [...rows, current]
}

/** Returns the React key of a row: its day for a heading, else its first tile. */
function rowKey({ layout, places }: LaidOutGrid, row: number): string {
  const from = layout.rowFrom[row] ?? 0
  return from === layout.rowEnd[row]
    ? `day:${places.sections[layout.rowSection[row] ?? 0]?.day ?? ''}`
    : `from:${cellIdAtIndex(places, from) ?? from}`
}
