import { useLayoutEffect } from 'react'
import type { Stars } from '../../shared/library/library.ts'
import { navigate, navigateBack } from '../navigation/route.ts'
import { isHandledByControl } from '../players/is-handled-by-control.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import type { StageViewport } from '../zoom/use-stage-viewport.ts'
import type { ComparePanes } from './use-compare-panes.ts'
import { focusPane } from './use-compare-panes.ts'

/**
 * Handles the keys of the compare view. Decisions apply to the current pane. That pane gets the focus, so that screen readers announce it.
 */
export function useCompareKeys({ actions, move, undoLast }: ComparePanes, stage: StageViewport, toggleRecipes: () => void): void {
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event)) return
      const { currentId, keep, rate, trash } = actions
      // Ignores repeated key events. A held key would otherwise rate or delete one result after another.
      const onCurrent = (act: ((itemId: string) => void) | null): (() => void) | undefined =>
        currentId === null || act === null || event.repeat
          ? undefined
          : () => {
              focusPane(currentId)
              act(currentId)
            }
      handleShortcut('compare', event, {
        back: navigateBack,
        previous: () => move(-1),
        next: () => move(1),
        row: ({ key }) => move((stage.grid?.columns ?? 1) * (key === 'ArrowUp' ? -1 : 1)),
        alone: onCurrent((itemId) => navigate({ view: 'viewer', itemId })),
        stars: onCurrent((itemId) => rate(itemId, Number(event.key) as Stars)),
        trash: onCurrent(trash),
        keep: onCurrent(keep),
        undo: undoLast,
        larger: () => stage.step(1),
        smaller: () => stage.step(-1),
        fit: stage.fit,
        pixels: stage.showPixels,
        recipes: toggleRecipes
      })
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })
}
