import type { Problem, ProblemCode } from '../../shared/form/problem.ts'

const missingCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'missing-prompt',
  'missing-value',
  'missing-choice',
  'missing-choices',
  'missing-media',
  'missing-media-items',
  'too-few-media'
])

/**
 * True if the only problem is a value that the user hasn't entered yet, also inside a group. The form lists such a value as still needed.
 * It becomes a problem to fix when the user tries to send the form.
 */
export function isMissingValue(problem: Problem): boolean {
  if (problem.code === 'invalid-in-group') return isMissingValue(problem.params.problem)
  if (problem.code === 'wrong-switch') return problem.params.mustBe
  return missingCodes.has(problem.code)
}
