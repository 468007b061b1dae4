import type { PointerEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { isRightToLeft } from '../ui/reading-direction-provider.tsx'
import { updateSelection, libraryViewStore } from './library-view-store.ts'
import { emptySelection, type GridSelection } from './empty-selection.ts'
import { selectTouchedTiles } from './grid-selection.ts'
import { keyAtIndex } from './grid-cells.ts'
import { gridMembersOf } from './grid-members.ts'
import type { GridRectangle } from './tiles-in-rectangle.ts'
import { rectangleBetween, autoScrollStep, tilesInRectangle } from './tiles-in-rectangle.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'

/** Maximum pointer movement of a click, in pixels. A larger movement draws a rectangle. */
const tremble = 4

type Drawing = {
  /** Start point, in pixels from the row start and from the top of the grid. */
  readonly start: { readonly x: number; readonly y: number }
  pointer: { readonly x: number; readonly y: number }
  readonly before: GridSelection
  readonly keepsOthers: boolean
  readonly toggles: boolean
  isDrawn: boolean
  frame: number
}

/**
 * Lets the user draw a rectangle over the grid, starting outside tiles. Selects the tiles that the rectangle touches. The grid scrolls near
 * its edges. A press without a drag clears the selection, unless Shift, Ctrl or Cmd is held. Escape while drawing restores the previous
 * selection.
 */
export function useRubberBandSelection(
  scroller: RefObject<HTMLDivElement | null>,
  grid: RefObject<HTMLDivElement | null>,
  band: RefObject<HTMLDivElement | null>,
  laid: LaidOutGrid | null
): { readonly onPointerDown: (event: PointerEvent) => void } {
  const shelf = useRef(laid)
  useEffect(() => {
    shelf.current = laid
  })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  function onPointerDown(event: PointerEvent): void {
    const { target, button, clientX } = event
    const element = scroller.current
    if (element === null || button !== 0 || !(target instanceof Element) || target.closest('[data-cell]')) return
    // React also bubbles presses from menus that are rendered outside the grid. These presses don't start a rectangle.
    if (!element.contains(target)) return
    // A press on the scrollbar doesn't start a rectangle.
    const across = clientX - element.getBoundingClientRect().left - element.clientLeft
    if (across < 0 || across >= element.clientWidth) return
    stop.current?.()
    begin(event)
  }

  function begin(event: PointerEvent): void {
    const { pointerId } = event
    const drawing: Drawing = {
      start: stored(event.clientX, event.clientY),
      pointer: { x: event.clientX, y: event.clientY },
      before: libraryViewStore.getState().selection,
      keepsOthers: event.shiftKey || event.ctrlKey || event.metaKey,
      toggles: event.ctrlKey || event.metaKey,
      isDrawn: false,
      frame: 0
    }
    const listening = new AbortController()
    const { signal } = listening
    const end = (): void => {
      listening.abort()
      cancelAnimationFrame(drawing.frame)
      band.current?.toggleAttribute('hidden', true)
      stop.current = null
    }
    stop.current = end
    window.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== pointerId) return
        drawing.pointer = { x: move.clientX, y: move.clientY }
        const { x, y } = stored(move.clientX, move.clientY)
        if (!drawing.isDrawn && Math.hypot(x - drawing.start.x, y - drawing.start.y) > tremble) {
          drawing.isDrawn = true
          drawing.frame = requestAnimationFrame(() => draw(drawing))
        }
      },
      { signal }
    )
    window.addEventListener(
      'pointerup',
      (up) => {
        if (up.pointerId !== pointerId) return
        if (drawing.isDrawn) touch(drawing)
        else if (!drawing.keepsOthers) updateSelection(() => emptySelection)
        end()
      },
      { signal }
    )
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return
        key.stopPropagation()
        updateSelection(() => drawing.before)
        end()
      },
      { signal, capture: true }
    )
  }

  /** Runs every frame while the user draws. The grid also scrolls while the pointer rests at its edge. */
  function draw(drawing: Drawing): void {
    const element = scroller.current
    if (element === null) return
    const { top, bottom } = element.getBoundingClientRect()
    const step = autoScrollStep(drawing.pointer.y, { top, bottom })
    if (step !== 0) element.scrollBy(0, step)
    touch(drawing)
    drawing.frame = requestAnimationFrame(() => draw(drawing))
  }

  function touch({ start, pointer, before, keepsOthers, toggles }: Drawing): void {
    const now = shelf.current
    if (now === null) return
    const box = rectangleBetween(start, stored(pointer.x, pointer.y))
    showBand(band.current, box)
    const keys = tilesInRectangle(now.layout, box).flatMap((place) => keyAtIndex(now.places, place) ?? [])
    updateSelection(() => selectTouchedTiles(keys.flatMap(gridMembersOf), keepsOthers ? before.keys : emptySelection.keys, toggles))
  }

  function stored(clientX: number, clientY: number): { readonly x: number; readonly y: number } {
    const { left, right, top } = grid.current?.getBoundingClientRect() ?? { left: 0, right: 0, top: 0 }
    return { x: isRightToLeft() ? right - clientX : clientX - left, y: clientY - top }
  }
  return { onPointerDown }
}

/** Shows the rectangle. Updates the element directly, so that React doesn't re-render during the drag. */
function showBand(band: HTMLElement | null, { start, top, end, bottom }: GridRectangle): void {
  band?.toggleAttribute('hidden', false)
  band?.style.setProperty('inset-block', `${top}px auto`)
  band?.style.setProperty('inset-inline', `${start}px auto`)
  band?.style.setProperty('width', `${end - start}px`)
  band?.style.setProperty('height', `${bottom - top}px`)
}
