import { useLayoutEffect } from 'react'
import type { Stars } from '../../shared/library/library.ts'
import { navigate, navigateBack, showInViewer } from '../navigation/route.ts'
import type { ShortcutActions } from '../shortcuts/handle-shortcut.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { isHandledByControl } from '../players/is-handled-by-control.ts'
import { splitLineId } from './split-line.tsx'
import type { ViewerState } from './use-viewer-state.ts'
import type { ViewMode } from './view-modes.ts'
import { viewModesByMedium } from './view-modes.ts'

/**
 * Handles the keys of the viewer, anywhere in the window. `moveToTrash` is undefined if the result can't be deleted now. A layout effect
 * updates the handlers together with the page. A key press therefore never uses the state of the previous render.
 */
export function useViewerKeys(viewer: ViewerState, moveToTrash: (() => void) | undefined): void {
  const { previous, next, blink, details, eyedropper, fullScreen, giveStars, hasSheet, isSheet, others, setIsSheet } = viewer
  const { showsSheet, showsStage, slides, trash } = viewer
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event)) return
      const movesPixel = showsStage && eyedropper.isOn
      const isTaken =
        handleShortcut('eyedropper', event, {
          move: movesPixel ? ({ key }) => eyedropper.move(pixelsBy(key, 1)) : undefined,
          moveFar: movesPixel ? ({ key }) => eyedropper.move(pixelsBy(key, 10)) : undefined
        }) ||
        (showsStage && handleShortcut('picture', event, pictureActions(viewer, event.repeat)))
      if (isTaken) return
      handleShortcut('viewer', event, {
        back: () => leave(viewer),
        previous: previous === null ? undefined : () => showInViewer(previous.id),
        next: next === null ? undefined : () => showInViewer(next.id),
        compare: others.length < 2 ? undefined : () => navigate({ view: 'compare', ids: others }),
        fullScreen: fullScreen.toggle,
        slideShow: slides.toggle,
        sheet: hasSheet ? () => setIsSheet(!isSheet) : undefined,
        closeSheet: showsSheet ? () => setIsSheet(false) : undefined,
        result: viewModeAction(viewer, 'result'),
        slider: viewModeAction(viewer, 'slider'),
        side: viewModeAction(viewer, 'side'),
        blink: viewModeAction(viewer, 'blink'),
        stars: details === null ? undefined : ({ key }) => giveStars(Number(key) as Stars),
        // Ignores repeated key events. A held key would otherwise delete one result after another.
        trash: event.repeat ? undefined : moveToTrash,
        undo: trash.undoLast
      })
    }
    function keyUp(event: KeyboardEvent): void {
      if (event.key === 'b' || event.key === 'B' || event.key === ' ') blink.hold(false)
    }
    window.addEventListener('keydown', keyDown)
    window.addEventListener('keyup', keyUp)
    return () => {
      window.removeEventListener('keydown', keyDown)
      window.removeEventListener('keyup', keyUp)
    }
  })
}

/** Leaves one mode at a time, such as the slide show. If no mode is active, leaves the viewer. */
function leave({ slides, fullScreen, showsSheet, setIsSheet, eyedropper }: ViewerState): void {
  if (slides.isOn) slides.stop()
  else if (fullScreen.isFull) fullScreen.leave()
  else if (showsSheet) setIsSheet(false)
  else if (eyedropper.isOn) eyedropper.toggle()
  else navigateBack()
}

function viewModeAction({ before, medium, showsSheet, chooseViewMode }: ViewerState, chosen: ViewMode): (() => void) | undefined {
  if (before === null || showsSheet || !viewModesByMedium[medium].includes(chosen)) return undefined
  return () => {
    chooseViewMode(chosen)
    // Focuses the split line, so that the arrow keys move it.
    if (chosen === 'slider') focusLine(maxFramesForTheLine)
  }
}

function pictureActions({ before, blink, eyedropper, stage, viewMode }: ViewerState, isRepeated: boolean): ShortcutActions<'picture'> {
  return {
    larger: () => stage.step(1),
    smaller: () => stage.step(-1),
    fit: stage.fit,
    pixels: stage.showPixels,
    eyedropper: eyedropper.toggle,
    before: before === null ? undefined : () => blink.hold(true),
    swap: before === null ? undefined : () => (viewMode === 'blink' ? !isRepeated && blink.swap() : blink.hold(true))
  }
}

function pixelsBy(key: string, step: number): { readonly x: number; readonly y: number } {
  const across = key === 'ArrowLeft' ? -step : key === 'ArrowRight' ? step : 0
  const down = key === 'ArrowUp' ? -step : key === 'ArrowDown' ? step : 0
  return { x: across, y: down }
}

/** Maximum number of animation frames to wait for the split line, about two seconds. After that, the user may be doing something else. */
const maxFramesForTheLine = 120

/** Focuses the split line once it is rendered. That can take several frames, because both images must be measured first. */
function focusLine(framesLeft: number): void {
  requestAnimationFrame(() => {
    const line = document.getElementById(splitLineId)
    if (line !== null) line.focus()
    else if (framesLeft > 0) focusLine(framesLeft - 1)
  })
}
