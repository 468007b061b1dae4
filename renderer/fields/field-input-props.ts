import type { ReactNode } from 'react'
import type { Field } from '../../shared/form/fields.ts'
import { nestedFieldName } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Value } from '../../shared/form/values.ts'
import { problemText } from '../../shared/phrases/problem-phrases.ts'

/** Props of every field input. `value` is undefined if the user hasn't set a value. The service's default is then shown, but not sent. */
export type FieldInputProps<F extends Field = Field> = {
  readonly field: F
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  /** Problems to show beside the field. */
  readonly problems: readonly SubmissionProblem[]
  /** Shown at the right of the label, such as "10 credits each". */
  readonly aside?: ReactNode
}

/**
 * Returns the ID of the element to focus for an error in the field. `index` is the zero-based item with the error, or null for the whole
 * field.
 */
export function fieldElementId(name: string, index: number | null = null): string {
  return index === null ? `field-${name}` : `field-${name}-${index + 1}`
}

/** Returns the problems of a field, and of everything inside it. */
export function problemsWithin(name: string, problems: readonly SubmissionProblem[]): readonly SubmissionProblem[] {
  return problems.filter(({ field }) => field === name || (field !== null && field.startsWith(nestedFieldName(name, ''))))
}

/** Returns the text of the first problem, to show beside the field. Null if there are no problems. The form's footer lists all problems. */
export function firstMessage(problems: readonly SubmissionProblem[]): string | null {
  const [first] = problems
  return first === undefined ? null : problemText(first)
}
