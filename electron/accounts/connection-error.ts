import { assertNever } from '../../shared/assert-never.ts'
import type { Fault, NetworkBlock } from '../../shared/task/fault.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { plainFailure } from '../../shared/task/failure.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'

type Words = { readonly message: string; readonly advice: string; readonly field?: 'baseUrl' | 'apiKey' }

/** Returns the error for an account that couldn't be connected. The error policy's texts can't be used, because they refer to a task. */
export function connectionError(fault: Fault): UserFacingError {
  const { message, advice, field } = wordsOf(fault)
  const isOfService = fault.kind === 'refusal' && fault.message !== null && fault.message !== ''
  const told = isOfService ? say('The service says: “{holdMessage}”.', { holdMessage: (fault.message ?? '').replace(/[.\s]+$/, '') }) : null
  return new UserFacingError(joinSentences(message, told), {
    advice,
    requestId: fault.requestId,
    ...(field === undefined ? {} : { field })
  })
}

function wordsOf(fault: Fault): Words {
  const { failure, onSubmit } = policyFor(fault)
  if (fault.kind === 'not-sent') {
    const { message } = failureText(plainFailure(failure))
    const advice = adviceWhereNotReached(fault.networkBlock)
    // If the network blocked the connection, the address wasn't tried. The error then doesn't point to the address field.
    return fault.networkBlock === null ? { message, advice, field: 'baseUrl' } : { message, advice }
  }
  if (onSubmit.do === 'hold') return accountHoldText(onSubmit.reason)
  if (fault.kind === 'unreadable') return otherServiceText(fault.networkBlock)
  if (fault.kind !== 'refusal') {
    return {
      message: say('The service didn’t respond.'),
      advice: say('Check the address and your network, then connect again.'),
      field: 'baseUrl'
    }
  }
  if (fault.httpStatus === 429) {
    return { message: say('The service is receiving too many requests right now.'), advice: say('Wait a minute, then connect again.') }
  }
  // Only the service itself sends an error type. A server error without a type may come from any other server at this address.
  if ((fault.httpStatus ?? 0) >= 500 && fault.errorType !== null) {
    return { message: say('The service is having problems right now.'), advice: say('Try again in a few minutes.') }
  }
  return otherServiceText(fault.networkBlock)
}

function otherServiceText(networkBlock: NetworkBlock | null): Words {
  return {
    message: say('The service wasn’t found at this address.'),
    advice:
      networkBlock === null
        ? say('Check that the base URL matches the one in the developer console.')
        : say(
            'Check that the base URL matches the one in the developer console. If it does, open a browser. The network may require you to sign in.'
          ),
    field: 'baseUrl'
  }
}

export function accountHoldText(reason: string): Words {
  switch (reason) {
    case 'sign-in':
      return {
        message: say('The service requires you to sign in to your account first.'),
        advice: say('Sign in on the service’s website, then connect again. Your key stays the same.')
      }
    case 'subscription':
      return {
        message: say('This account has no active subscription.'),
        advice: say('Renew your subscription on the service’s website, then connect again. Your key stays the same.')
      }
    case 'credits':
      return {
        message: say('This account has no credits left.'),
        advice: say('Add credits on the service’s website, then connect again.')
      }
    default:
      return {
        message: say('The service doesn’t accept this key.'),
        advice: say('Copy the key from the developer console again. You can also create a new one there.'),
        field: 'apiKey'
      }
  }
}

function adviceWhereNotReached(networkBlock: NetworkBlock | null): string {
  switch (networkBlock) {
    case 'proxy-password':
      return say('Sign in to the proxy, then connect again.')
    case 'proxy-refusal':
      return say('Ask your network administrator, then connect again. You can also use another network.')
    case 'proxy-script':
      return say('Check the PAC file’s address in the network settings, then connect again. You can also choose another network setting.')
    case 'certificate':
    case 'sign-in-page':
      return say(
        'The network may require you to sign in. Open a browser to check. If your company uses its own certificate authority, the connection check identifies it.'
      )
    case null:
      return say('Check the address and your network, then connect again.')
    default:
      return assertNever(networkBlock)
  }
}
