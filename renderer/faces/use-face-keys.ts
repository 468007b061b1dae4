import { useLayoutEffect, type RefObject } from 'react'
import type { FaceSelectionData } from '../../shared/task/faces.ts'
import { navigateBack } from '../navigation/route.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { assignFirstReference, assignReference, moveToAdjacentFace, removeReference, selectFace } from './face-pick-state.ts'
import type { FaceChoice } from './use-face-choice.ts'
import type { FaceStageState } from './use-face-stage.ts'

/** Keyboard shortcuts of the face selection and its stage. `useButton` is focused when every face has a replacement. */
export function useFaceKeys(
  toChoose: FaceSelectionData,
  choice: FaceChoice,
  useButton: RefObject<HTMLButtonElement | null>,
  stage: FaceStageState
): void {
  const { faces, references, mode } = toChoose
  const { picks, change } = choice
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (
        mode.kind !== 'faces' ||
        event.defaultPrevented ||
        isDialogOpen() ||
        (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]'))
      )
        return
      const face = faces[Number(event.key) - 1]
      const reference = references.find(({ letter }) => letter.toLowerCase() === event.key.toLowerCase())
      const button = event.target instanceof HTMLElement ? event.target.closest('button') : null
      const current = button?.dataset['face'] ?? picks.current
      const isOnOtherButton = button !== null && button.dataset['face'] === undefined
      handleShortcut('faces', event, {
        back: navigateBack,
        face: face === undefined ? undefined : () => change(selectFace(picks, face.id, toChoose)),
        reference: reference === undefined ? undefined : () => change(assignReference(picks, reference.index, toChoose)),
        next: () => change(moveToAdjacentFace(picks, faces, 1)),
        previous: () => change(moveToAdjacentFace(picks, faces, -1)),
        give:
          current === null || isOnOtherButton
            ? undefined
            : () => {
                const next = assignFirstReference({ ...picks, current }, toChoose)
                if (next === null) useButton.current?.focus()
                else change(next)
              },
        leave: current === null ? undefined : () => change(removeReference(picks, current)),
        send: event.repeat ? undefined : choice.use,
        larger: () => stage.viewport.step(1),
        smaller: () => stage.viewport.step(-1),
        fit: stage.viewport.fit
      })
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })
}
