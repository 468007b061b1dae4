import { joinSentences } from '../../shared/i18n/join.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import type { Fault } from '../../shared/task/fault.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'
import { failureOfFault } from '../tasks/machine/failure-from-fault.ts'

/** Returns the sentences to show for a fault. */
export function faultText(fault: Fault): string {
  const { message, advice } = failureText(failureOfFault(fault, policyFor(fault)))
  return joinSentences(message, advice)
}
