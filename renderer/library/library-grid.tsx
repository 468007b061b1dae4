import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import type { LibraryQuery, LibraryQueryResult, LibraryTile, Stars } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { resultContextMenu } from '../../shared/app/menu.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate } from '../navigation/route.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { ContextMenu, type ContextMenuItem } from '../ui/context-menu.tsx'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { useFocusFallback } from '../ui/use-focus-fallback.ts'
import { setBulkPanel } from './bulk-panel-store.ts'
import { cellIdAtIndex, keyOfCell } from './cells.ts'
import type { PendingTile } from './pending-tiles.ts'
import { gridAction } from './grid-keys.ts'
import styles from './library-grid.module.css'
import { updateSelection, libraryViewStore } from './library-view-store.ts'
import { selectAll, toggleSelected, selectOnly, selectRange, emptySelection } from './grid-selection.ts'
import { GridRow } from './grid-row.tsx'
import { keyAtIndex } from './grid-cells.ts'
import { adjacentTile } from './adjacent-tile.ts'
import { libraryTileStore } from './grid-store.ts'
import { useCellFocus, useCurrentCell } from './use-cell-focus.ts'
import { useRubberBandSelection } from './use-rubber-band-selection.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'
import { useGridLayout } from './use-grid-layout.ts'
import { gridBottomPadding, useGridViewport } from './use-grid-viewport.ts'

export type LibraryGridProps = {
  readonly page: LibraryQueryResult
  /** Query whose results the grid shows. A new query scrolls to the top. */
  readonly query: LibraryQuery | null
  readonly pendingTiles: readonly PendingTile[]
  readonly onStars: (keys: readonly number[], stars: Stars) => void
  readonly onTrash: (keys: readonly number[]) => void
  /** Returns the menu actions for the items in `keys`. `items` is empty if some of them aren't loaded. */
  readonly actionsOf: (keys: readonly number[], items: readonly LibraryTile[]) => MenuActionHandlers
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

  const toggle = useCallback((key: number) => updateSelection((selection) => toggleSelected(selection, key)), [])
  const rate = useCallback((key: number, stars: Stars) => onStars([key], stars), [onStars])

  function open(cell: string): void {
    const key = keyOfCell(cell)
    const pendingTile = key === null ? pendingTiles.find((one) => one.key === cell) : undefined
    if (pendingTile !== undefined) openTask(pendingTile.taskId)
    const item = key === null ? undefined : libraryTileStore.get(key)
    if (item === undefined) return
    libraryViewStore.setState({ currentCell: cell, getsFocus: true })
    navigate({ view: 'viewer', itemId: item.id, among: page.keys })
  }

  function press(event: MouseEvent): void {
    const cell = cellOf(event.target)
    const key = cell === null ? null : keyOfCell(cell)
    if (cell !== null) libraryViewStore.setState({ currentCell: cell })
    column.current = null
    if (key === null) return
    const adds = event.ctrlKey || event.metaKey
    if (event.shiftKey) updateSelection((selection) => selectRange(selection, key, page.keys, adds))
    else if (adds) toggle(key)
    else updateSelection(() => selectOnly(key))
  }

  /** Returns the selected keys, or the focused item's key if nothing is selected. */
  function meantKeys(): readonly number[] {
    const { keys } = libraryViewStore.getState().selection
    if (keys.size > 0) return [...keys]
    const key = current.cell === null ? null : keyOfCell(current.cell)
    return key === null ? [] : [key]
  }

  function keyDown(event: KeyboardEvent): void {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    const action = gridAction({ key: mirrorArrowKey(event), ctrlKey, metaKey, shiftKey, altKey })
    if (action === null || laid === null || current.cell === null) return
    const key = keyOfCell(current.cell)
    switch (action.kind) {
      case 'move': {
        const pageHeight = scroller.current?.clientHeight ?? 600
        const step = adjacentTile(laid.layout, current.index, action.direction, { column: column.current, pageHeight })
        if (step === null) break
        column.current = step.column
        const next = keyAtIndex(laid.places, step.index)
        if (action.extends && next !== null)
          updateSelection((selection) =>
            selectRange(selection.anchor === null && key !== null ? selectOnly(key) : selection, next, page.keys, false)
          )
        focusPlace(step.index)
        break
      }
      case 'toggle':
        if (key === null) break
        if (action.extends) updateSelection((selection) => selectRange(selection, key, page.keys, false))
        else toggle(key)
        break
      case 'open':
        open(current.cell)
        break
      case 'all':
        updateSelection((selection) => selectAll(page.keys, selection))
        break
      case 'none':
        if (libraryViewStore.getState().selection.keys.size === 0) return
        updateSelection(() => emptySelection)
        break
      case 'stars':
        if (meantKeys().length > 0) onStars(meantKeys(), action.stars)
        break
      case 'trash':
        if (meantKeys().length > 0) onTrash(meantKeys())
        break
      case 'undo':
        // `LibraryView` handles undo, wherever the focus is.
        return
    }
    event.preventDefault()
  }

  /** Starts a native file drag, out of the window or onto a form. */
  function drag(event: DragEvent): void {
    const cell = cellOf(event.target)
    const key = cell === null ? null : keyOfCell(cell)
    if (cell === null || key === null) return
    event.preventDefault()
    const { selection } = libraryViewStore.getState()
    const isChosen = selection.keys.has(key)
    if (!isChosen) updateSelection(() => selectOnly(key))
    // A new selection isn't marked before the next render.
    const dragged = isChosen ? '[aria-selected=true]' : `[data-cell="${CSS.escape(cell)}"]`
    onDrag(
      isChosen ? [key, ...[...selection.keys].filter((one) => one !== key)] : [key],
      [...(grid.current?.querySelectorAll<HTMLElement>(dragged) ?? [])].toSorted((one) => (one.dataset['cell'] === cell ? -1 : 1))
    )
  }

  /** Returns the menu items for the selection if the pressed tile is part of it. Otherwise selects only the pressed tile first. */
  function menuItems(target: Element): readonly ContextMenuItem[] {
    const cell = cellOf(target)
    if (cell === null) return []
    const key = keyOfCell(cell)
    libraryViewStore.setState({ currentCell: cell })
    if (key === null) return [{ label: say('Show task'), icon: 'queue', onSelect: () => open(cell) }]
    const { selection } = libraryViewStore.getState()
    const isChosen = selection.keys.has(key)
    if (!isChosen) updateSelection(() => selectOnly(key))
    const keys = isChosen ? [...selection.keys] : [key]
    const items = keys.flatMap((one) => libraryTileStore.get(one) ?? [])
    const actions = actionItems(resultContextMenu, actionsOf(keys, items.length === keys.length ? items : []))
    if (keys.length === 1) {
      const openItem = {
        label: say('Open'),
        icon: 'full-screen',
        shortcut: shortcutText('library', 'open'),
        onSelect: () => open(cell)
      } as const
      return items.length === 0 ? actions : [openItem, 'line', ...actions]
    }
    const ofAll = say('Move {count, number} items to trash', { count: keys.length })
    const ofBar: readonly ContextMenuItem[] = [
      { label: say('Rate…'), icon: 'star', takesFocus: true, onSelect: () => setBulkPanel('stars') },
      { label: say('Tag…'), icon: 'tag', takesFocus: true, onSelect: () => setBulkPanel('tags') },
      { label: say('Save as…'), icon: 'download', takesFocus: true, onSelect: () => setBulkPanel('save') },
      'line'
    ]
    return [...ofBar, ...actions.map((item) => (item !== 'line' && item.icon === 'trash' ? { ...item, label: ofAll } : item))]
  }

  const rows = rowsToDraw(drawn, current.row, laid?.layout.rowCount ?? 0)
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll} onPointerDown={onPointerDown}>
      <div ref={measure} className={styles.shelf} style={{ height: (laid?.layout.height ?? 0) + gridBottomPadding }}>
        <ContextMenu label={say('Actions')} itemsFor={menuItems}>
          <div
            ref={grid}
            role="grid"
            aria-label={say('Library')}
            aria-multiselectable="true"
            aria-rowcount={laid?.layout.rowCount ?? 0}
            className={styles.grid}
            onKeyDown={keyDown}
            onClick={press}
            onDoubleClick={(event) => {
              const cell = cellOf(event.target)
              if (cell !== null) open(cell)
            }}
            onDragStart={drag}
            onFocus={(event) => {
              const cell = cellOf(event.target)
              if (cell !== null && cell !== current.cell) libraryViewStore.setState({ currentCell: cell })
            }}
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
