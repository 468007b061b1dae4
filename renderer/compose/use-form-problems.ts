import { useLayoutEffect } from 'react'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import type { Field } from '../../shared/form/fields.ts'
import { isNestedFieldName, topLevelFieldName } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { problemsText } from '../../shared/phrases/problem-phrases.ts'
import { problemsWithin } from '../fields/field-input-props.ts'
import { focusField } from '../fields/focus-field.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { isMissingValue } from './is-missing-value.ts'
import type { FormPanelState } from './use-form-panel.ts'
import { problemAction } from './submit-label.ts'
import type { ComposeFormState } from './use-compose-form.ts'

type FormProblems = {
  /** Returns the problems to show beside a field. */
  readonly problemsOf: (field: Field) => readonly SubmissionProblem[]
  /** Focuses the field of a problem, or opens the file dialog for that field. */
  readonly lead: (problem: SubmissionProblem) => void
  /** Announces all problems and focuses the first problem's field. */
  readonly notReady: () => void
}

/**
 * Reports a form's problems when the user tries to send it. Also handles the send shortcut. `reveal` makes the problem’s field visible
 * first.
 */
export function useFormProblems(state: ComposeFormState, reveal: FormPanelState['reveal']): FormProblems {
  const announce = useAnnounce()
  const { fields, problems, services, values } = state

  // The send shortcut works anywhere in the window, unless a dialog is open. Holding the keys down sends only once.
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (pressedShortcut('form', event) !== 'send' || event.repeat || isDialogOpen()) return
      event.preventDefault()
      if (problems.length > 0) notReady()
      else state.send()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  function problemsOf(field: Field): readonly SubmissionProblem[] {
    const isHere = (problem: SubmissionProblem) =>
      problemsWithin(field.name, [problem]).length > 0 || (field.kind === 'media' && problem.field === field.alsoNamed)
    const own = problems.filter((problem) => isHere(problem) && (state.wasAttempted || !isMissingValue(problem)))
    return own.length > 0 ? own : state.rejected.filter(isHere)
  }
  function lead(problem: SubmissionProblem): void {
    reveal(problem, focusProblem)
  }
  function focusProblem(problem: SubmissionProblem): void {
    const field = fieldOfProblem(problem)
    if (field === undefined) return
    if (problem.field !== null && isNestedFieldName(problem.field)) return focusField(problem.field, problem.index)
    if (field.kind === 'media' && problemAction(problem, fields, values)?.kind === 'browse') {
      return services.browse(field, problem.index ?? (field.isMany ? null : 0))
    }
    focusField(field.name, problem.index)
  }
  function fieldOfProblem(problem: SubmissionProblem): Field | undefined {
    return fields.find(({ name }) => problem.field !== null && name === topLevelFieldName(problem.field))
  }
  function notReady(): void {
    state.setAttempted()
    announce(problemsText(problems))
    const [first] = problems
    if (first && first.field !== null && fieldOfProblem(first)) {
      const { field, index } = first
      reveal(first, () => focusField(field, index))
    }
  }

  return { problemsOf, lead, notReady }
}
