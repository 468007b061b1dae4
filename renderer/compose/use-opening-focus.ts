import { useEffect, useRef } from 'react'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { focusField } from '../fields/focus-field.ts'

/** Sets the focus when a form opens. `promptName` is null for a prefilled form. `rejected` is the first value that the service rejected. */
export function useOpeningFocus(promptName: string | null, rejected: SubmissionProblem | undefined): void {
  useFirstFocus(promptName)
  useRejectedFocus(rejected)
}

/**
 * Places the caret at the end of the prompt when a form opens. Does nothing if another element has focus. `name` is the prompt field's
 * name. Pass null for a prefilled form, because the user reads such a form first.
 */
function useFirstFocus(name: string | null): void {
  const first = useRef(name)
  useEffect(() => {
    const prompt = first.current === null ? null : document.getElementById(fieldElementId(first.current))
    if (prompt === null || (document.activeElement !== document.body && document.activeElement?.matches('main') !== true)) return
    prompt.focus({ preventScroll: true })
    const selection = getSelection()
    selection?.selectAllChildren(prompt)
    selection?.collapseToEnd()
  }, [])
}

/** Shows the first rejected field when a form opens with values that the service rejected. */
function useRejectedFocus(problem: SubmissionProblem | undefined): void {
  const first = useRef(problem)
  useEffect(() => {
    if (first.current?.field) focusField(first.current.field, first.current.index)
  }, [])
}
