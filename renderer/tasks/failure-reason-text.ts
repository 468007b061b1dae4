import { failureText } from '../../shared/phrases/failure-phrases.ts'
import type { TaskFailure } from '../../shared/task/task.ts'

/**
 * Returns why a task was rejected or failed: the service's messages about fields, else its general message. Without either, returns Kiln's
 * own message.
 */
export function failureReasonText(failure: TaskFailure): string {
  const { details, serviceMessage } = failure
  const ofFields = details.map((detail) => (detail.field === '' ? detail.message : `${detail.field}: ${detail.message}`))
  const said = ofFields.length > 0 ? ofFields.join('; ') : serviceMessage
  return said === null ? failureText(failure).message : `“${said}”`
}
