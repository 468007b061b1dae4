import type { Fault } from '../../shared/task/fault.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'
import { failureFromFault } from '../tasks/machine/failure-text.ts'

/** Returns the sentences to show for a fault. */
export function faultText(fault: Fault): string {
  const failure = failureFromFault(fault, policyFor(fault), 0)
  return `${failure.message} ${failure.advice}`
}
