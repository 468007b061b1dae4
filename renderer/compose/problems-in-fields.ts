import { topLevelFieldName } from '../../shared/form/fields.ts'
import type { Problem } from '../../shared/form/problem.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import { problemPlaceText } from '../../shared/phrases/subject-text.ts'
import { overflowOffset } from '../fields/text-length.ts'
import type { FormLayout } from './form-layout.ts'
import { isMissingValue } from './is-missing-value.ts'

type FormOnScreen = {
  readonly layout: FormLayout
  readonly values: Values
  readonly isPanelShown: boolean
  /** True once the user tried to send the form. The fields then report missing values too. */
  readonly wasAttempted: boolean
}

/**
 * The problems that a visible field reports itself, with the name of their place. The list beside the send button then needs only the name.
 * A field reports its first problem, and a list of media the first of each item.
 */
export function problemsInFields(
  problems: readonly SubmissionProblem[],
  { layout, values, isPanelShown, wasAttempted }: FormOnScreen
): ReadonlyMap<SubmissionProblem, string> {
  const { sentence, negativePrompt } = layout
  const prompts = [sentence, negativePrompt].filter((field) => field !== null)
  // The other parameters can be folded.
  const visible = [...layout.media, ...prompts, ...layout.long, ...(isPanelShown ? layout.essentials : [])]
  // A prompt that is too long is only marked. Its panel has no sentence about it.
  const marked = prompts.filter(({ name, maxLength }) => overflowOffset(String(values[name] ?? ''), maxLength) !== null)
  const reported = new Set<string>()
  return new Map(
    problems.flatMap((problem) => {
      const name = problem.field === null ? null : topLevelFieldName(problem.field)
      const field = visible.find((one) => one.name === name)
      if (field === undefined || marked.some((one) => one === field) || hasNoInput(problem) || (!wasAttempted && isMissingValue(problem)))
        return []
      const place = `${problem.field} ${field.kind === 'media' && field.isMany ? problem.index : ''}`
      if (reported.has(place)) return []
      reported.add(place)
      return [[problem, problemPlaceText(problem, field.label)] as const]
    })
  )
}

/** True for a value inside a group that the service doesn't know, because no input shows it. */
function hasNoInput({ code, params }: Problem): boolean {
  return code === 'unknown-field' || (code === 'invalid-in-group' && hasNoInput(params.problem))
}
