import { plainFailure } from '../../shared/task/failure.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import { say } from '../../shared/i18n/say.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { Fault } from '../../shared/task/fault.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'

/** Returns the error to show if a task's faces can't be loaded. */
export function facesError(fault: Fault): UserFacingError {
  const { onSubmit, onQuery, failure } = policyFor(fault)
  const isForSupport = onQuery.do === 'support' || onQuery.do === 'once-more'
  return new UserFacingError(say('The faces can’t be loaded right now. The task is still waiting. Nothing is lost.'), {
    advice:
      onSubmit.do === 'hold'
        ? failureText(plainFailure(failure)).advice
        : isForSupport
          ? say(
              'If this keeps happening, send this task’s support bundle to the service. You’ll find it in the queue, in the task’s details.'
            )
          : say('Check again in a moment.'),
    requestId: fault.requestId
  })
}
