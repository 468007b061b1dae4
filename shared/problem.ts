/** A reason why values cannot be sent. `message` is a full sentence that says what to do; `field` is where to mend it. */
export type Problem = {
  /** Field name of the capability, or null when it concerns the whole form. */
  readonly field: string | null
  /** Zero-based place in a list field, or null. */
  readonly index: number | null
  readonly message: string
}

/** Thrown by the studio when a submission can't be accepted as it stands. Nothing was sent and nothing was spent. */
export class SubmissionProblems extends Error {
  override readonly name = 'SubmissionProblems'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.message).join(' '))
    this.problems = problems
  }
}

/**
 * An error whose words are for people: IPC shows `message` and `advice` as they are, while any other error becomes a general sentence and a
 * line in the log. Nothing in it is secret. `field`: where to mend it; of the connect form that is `baseUrl` or `apiKey`.
 */
export class PlainProblem extends Error {
  override readonly name = 'PlainProblem'
  readonly advice: string | null
  readonly field: string | null
  /** `X-Request-Id` of the answer behind it, if there was one. */
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
