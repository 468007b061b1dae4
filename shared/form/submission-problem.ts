import type { Problem } from './problem.ts'

/** A reason why values can't be sent. `field` is the field to fix. */
export type SubmissionProblem = Problem & {
  /** Field name of the capability. Null if the problem concerns the whole form. */
  readonly field: string | null
  /** Zero-based index in a list field. Null if the problem concerns the whole field. */
  readonly index: number | null
}

/** Returns a problem without its place in the form. */
export function withoutLocation({ code, params }: SubmissionProblem): Problem {
  return { code, params } as Problem
}

/** Thrown by the studio if a submission can't be accepted. Nothing was sent or charged. */
export class SubmissionError extends Error {
  override readonly name = 'SubmissionError'
  readonly problems: readonly SubmissionProblem[]
  constructor(problems: readonly SubmissionProblem[]) {
    super(problems.map(({ code }) => code).join(', '))
    this.problems = problems
  }
}

/**
 * An error with a message for the user. IPC translates `message` and `advice` and sends them to the page, so they must not contain secrets.
 * Any other error becomes a general sentence and an entry in the log. `field` is the field to fix, such as `baseUrl` or `apiKey` in the
 * connect form.
 */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError'
  readonly advice: string | null
  readonly field: string | null
  /** `X-Request-Id` of the response that caused the error. Null if the response had none. */
  readonly requestId: string | null
  constructor(
    message: string,
    more: { readonly advice?: string; readonly field?: string; readonly requestId?: string | null; readonly cause?: unknown } = {}
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : {})
    this.advice = more.advice ?? null
    this.field = more.field ?? null
    this.requestId = more.requestId ?? null
  }
}
