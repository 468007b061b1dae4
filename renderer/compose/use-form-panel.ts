import { topLevelFieldName } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { runOnNextFrame } from '../bridge/run-on-next-frame.ts'
import { useSettings } from '../bridge/use-session.ts'
import type { FormLayout } from './form-layout.ts'

export type FormPanelState = {
  readonly isShown: boolean
  /** False if the panel would be empty. The form is then shown without a panel. */
  readonly hasPanel: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** Opens the panel if the problem's field is in it, then calls `show`. */
  readonly reveal: (problem: SubmissionProblem, show: (problem: SubmissionProblem) => void) => void
}

/** The panel with a form's settings. The user opens or closes it for all forms at once. */
export function useFormPanel({ essentials, more }: FormLayout): FormPanelState {
  const stored = useSettings()
  const isOpen = stored?.compose.isPanelOpen ?? true
  const fields = [...essentials, ...more]
  const hasPanel = fields.length > 0
  const isShown = isOpen && hasPanel
  const setOpen = (next: boolean): void => void changeSettings({ compose: { isPanelOpen: next } })
  function reveal(problem: SubmissionProblem, show: (problem: SubmissionProblem) => void): void {
    const isInside = fields.some(({ name }) => problem.field !== null && name === topLevelFieldName(problem.field))
    if (isShown || !isInside) return show(problem)
    setOpen(true)
    // The field isn't rendered before the panel is open.
    runOnNextFrame(() => show(problem))
  }
  return { isShown, hasPanel, setOpen, reveal }
}
