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
 * Returns the problems that a visible field already reports, each with its location, such as “Shot 2 › Duration”. The list beside the send
 * button then shows only this location. A field reports only its first problem. A list of media reports the first problem of each item.
 */
export function problemsInFields(
  problems: readonly SubmissionProblem[],
  { layout, values, isPanelShown, wasAttempted }: FormOnScreen
): ReadonlyMap<SubmissionProblem, string> {
  const { sentence, negativePrompt } = layout
  const prompts = [sentence, negativePrompt].filter((field) => field !== null)
  // Other settings aren't included, because they may be collapsed.
  const visible = [...layout.media, ...prompts, ...layout.long, ...(isPanelShown ? layout.essentials : [])]
  // A prompt that is too long is only underlined. No message below the prompt names the problem.
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

/** True for an unknown value inside a group, because no input shows such a value. */
function hasNoInput({ code, params }: Problem): boolean {
  return code === 'unknown-field' || (code === 'invalid-in-group' && hasNoInput(params.problem))
}
