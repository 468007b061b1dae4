import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import type { LibraryQuery, LibraryShelf, LibraryTile, Stars } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { resultContextMenu } from '../../shared/menu.ts'
import { deedItems } from '../bridge/deed-items.ts'
import type { MenuDeeds } from '../bridge/menu-deeds.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { ContextMenu, type ContextMenuItem } from '../ui/context-menu.tsx'
import { keyAsRead } from '../ui/reading-direction.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { useFocusHeir } from '../ui/use-focus-heir.ts'
import { cellAt, keyOfCell } from './cells.ts'
import type { Door } from './doors.ts'
import { gridDeed } from './grid-keys.ts'
import styles from './library-grid.module.css'
import { choose, libraryMemory } from './library-memory.ts'
import { chooseAll, chooseAlso, chooseOnly, chooseUpTo, noSelection } from './selection.ts'
import { ShelfRow } from './shelf-row.tsx'
import { keyAtPlace } from './shelf-places.ts'
import { tileBeside } from './tile-beside.ts'
import { tiles } from './shelf-store.ts'
import { useCellFocus, useCurrentCell } from './use-cell-focus.ts'
import { useRubberBand } from './use-rubber-band.ts'
import type { LaidShelf } from './use-shelf-layout.ts'
import { useShelfLayout } from './use-shelf-layout.ts'
import { footHeight, useSight } from './use-sight.ts'

export type LibraryGridProps = {
  readonly shelf: LibraryShelf
  /** What the shelf is the answer to: another one begins at the top. */
  readonly query: LibraryQuery | null
  readonly doors: readonly Door[]
  readonly onOpen: (itemId: string, among: Uint32Array) => void
  readonly onOpenTask: (taskId: string) => void
  readonly onStars: (keys: readonly number[], stars: Stars) => void
  readonly onTrash: (keys: readonly number[]) => void
  /** What can be done with them; `items`: as they are known. */
  readonly deedsOf: (keys: readonly number[], items: readonly LibraryTile[]) => MenuDeeds
  /** `tiles`: those of them that are drawn. */
  readonly onDrag: (keys: readonly number[], tiles: readonly HTMLElement[]) => void
}

/** Everything that was made, of which only what is in sight is drawn. */
export function LibraryGrid({ shelf, query, doors, onOpen, onOpenTask, onStars, onTrash, onDrag, deedsOf }: LibraryGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const band = useRef<HTMLDivElement>(null)
  useFocusHeir(grid)
  const { measure, width } = useElementWidth()
  const rowHeight = useStore(libraryMemory, (memory) => memory.rowHeight)
  const laid = useShelfLayout(shelf, doors, { width, rowHeight })
  const { drawn, onScroll, reveal } = useSight(scroller, laid, query)
  const { onPointerDown } = useRubberBand(scroller, grid, band, laid)
  const current = useCurrentCell(laid)
  const column = useRef<number | null>(null)
  const { focusPlace } = useCellFocus(grid, laid, current, reveal)

  const toggle = useCallback((key: number) => choose((selection) => chooseAlso(selection, key)), [])
  const rate = useCallback((key: number, stars: Stars) => onStars([key], stars), [onStars])

  function open(cell: string): void {
    const key = keyOfCell(cell)
    const door = key === null ? doors.find((one) => one.key === cell) : undefined
    if (door !== undefined) onOpenTask(door.taskId)
    const item = key === null ? undefined : tiles.get(key)
    if (item === undefined) return
    libraryMemory.setState({ currentCell: cell, getsFocus: true })
    onOpen(item.id, shelf.keys)
  }

  function press(event: MouseEvent): void {
    const cell = cellOf(event.target)
    const key = cell === null ? null : keyOfCell(cell)
    if (cell !== null) libraryMemory.setState({ currentCell: cell })
    column.current = null
    if (key === null) return
    const adds = event.ctrlKey || event.metaKey
    if (event.shiftKey) choose((selection) => chooseUpTo(selection, key, shelf.keys, adds))
    else if (adds) toggle(key)
    else choose(() => chooseOnly(key))
  }

  /** The chosen ones; where nothing is chosen the one with the focus. */
  function meantKeys(): readonly number[] {
    const { keys } = libraryMemory.getState().selection
    if (keys.size > 0) return [...keys]
    const key = current.cell === null ? null : keyOfCell(current.cell)
    return key === null ? [] : [key]
  }

  function keyDown(event: KeyboardEvent): void {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    const deed = gridDeed({ key: keyAsRead(event), ctrlKey, metaKey, shiftKey, altKey })
    if (deed === null || laid === null || current.cell === null) return
    const key = keyOfCell(current.cell)
    switch (deed.kind) {
      case 'move': {
        const pageHeight = scroller.current?.clientHeight ?? 600
        const step = tileBeside(laid.layout, current.place, deed.direction, { column: column.current, pageHeight })
        if (step === null) break
        column.current = step.column
        const next = keyAtPlace(laid.places, step.place)
        if (deed.extends && next !== null)
          choose((selection) =>
            chooseUpTo(selection.anchor === null && key !== null ? chooseOnly(key) : selection, next, shelf.keys, false)
          )
        focusPlace(step.place)
        break
      }
      case 'toggle':
        if (key === null) break
        if (deed.extends) choose((selection) => chooseUpTo(selection, key, shelf.keys, false))
        else toggle(key)
        break
      case 'open':
        open(current.cell)
        break
      case 'all':
        choose((selection) => chooseAll(shelf.keys, selection))
        break
      case 'none':
        if (libraryMemory.getState().selection.keys.size === 0) return
        choose(() => noSelection)
        break
      case 'stars':
        if (meantKeys().length > 0) onStars(meantKeys(), deed.stars)
        break
      case 'trash':
        if (meantKeys().length > 0) onTrash(meantKeys())
        break
      case 'undo':
        // The view does it, wherever the focus is.
        return
    }
    event.preventDefault()
  }

  /** Out of the window, or onto a form: the system carries the files from here on. */
  function drag(event: DragEvent): void {
    const cell = cellOf(event.target)
    const key = cell === null ? null : keyOfCell(cell)
    if (key === null) return
    event.preventDefault()
    const { selection } = libraryMemory.getState()
    const isChosen = selection.keys.has(key)
    if (!isChosen) choose(() => chooseOnly(key))
    onDrag(
      isChosen ? [key, ...[...selection.keys].filter((one) => one !== key)] : [key],
      [...(grid.current?.querySelectorAll<HTMLElement>('[aria-selected=true]') ?? [])].toSorted((one) =>
        one.dataset['cell'] === cell ? -1 : 1
      )
    )
  }

  /** What is chosen is meant, where the press was on a part of it; else the tile alone, which is chosen by it. */
  function menuItems(target: Element): readonly ContextMenuItem[] {
    const cell = cellOf(target)
    if (cell === null) return []
    const key = keyOfCell(cell)
    libraryMemory.setState({ currentCell: cell })
    if (key === null) return [{ words: say('Show its task'), icon: 'queue', onSelect: () => open(cell) }]
    const { selection } = libraryMemory.getState()
    const isChosen = selection.keys.has(key)
    if (!isChosen) choose(() => chooseOnly(key))
    const keys = isChosen ? [...selection.keys] : [key]
    const items = keys.flatMap((one) => tiles.get(one) ?? [])
    const deeds = deedItems(resultContextMenu, deedsOf(keys, items.length === keys.length ? items : []))
    if (keys.length === 1) {
      const openItem = {
        words: say('Open'),
        icon: 'full-screen',
        shortcut: shortcutWords('library', 'open'),
        onSelect: () => open(cell)
      } as const
      return items.length === 0 ? deeds : [openItem, 'line', ...deeds]
    }
    const ofAll = say('Move {count, number} to the trash', { count: keys.length })
    return deeds.map((item) => (item !== 'line' && item.icon === 'trash' ? { ...item, words: ofAll } : item))
  }

  const rows = rowsToDraw(drawn, current.row, laid?.layout.rowCount ?? 0)
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll} onPointerDown={onPointerDown}>
      <div ref={measure} className={styles.shelf} style={{ height: (laid?.layout.height ?? 0) + footHeight }}>
        <ContextMenu label={say('What can be done with it')} itemsFor={menuItems}>
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
              if (cell !== null && cell !== current.cell) libraryMemory.setState({ currentCell: cell })
            }}
          >
            {laid !== null &&
              rows.map((row) => (
                <ShelfRow
                  key={rowKey(laid, row)}
                  laid={laid}
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

/** Those near to what is in sight, and the one that holds the focus, so that it is never lost. */
function rowsToDraw({ first, end }: { readonly first: number; readonly end: number }, current: number | null, count: number): number[] {
  const last = Math.min(end, count)
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, step) => first + step)
  if (current === null || current >= count || (current >= first && current < last)) return rows
  return current < first ? [current, ...rows] : [...rows, current]
}

/** A row is the one that begins with the same tile. */
function rowKey({ layout, places }: LaidShelf, row: number): string {
  const from = layout.rowFrom[row] ?? 0
  return from === layout.rowEnd[row]
    ? `day:${places.sections[layout.rowSection[row] ?? 0]?.day ?? ''}`
    : `from:${cellAt(places, from) ?? from}`
}
