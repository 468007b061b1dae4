import type { Fault } from '../../shared/task/fault.ts'
import type { Secret } from '../accounts/secret.ts'

/** Replaces the API key in a fault's texts with `[key]`. The service may have repeated the key in its message. */
export function redactKey(fault: Fault, apiKey: Secret): Fault {
  const key = apiKey.reveal()
  // A key this short could be part of an ordinary word.
  if (key.length < 8 || !JSON.stringify(fault).includes(key)) return fault
  const mask = <T extends string | null>(text: T): T => (text === null ? text : text.replaceAll(key, '[key]')) as T
  return {
    ...fault,
    errorType: mask(fault.errorType),
    message: mask(fault.message),
    requestId: mask(fault.requestId),
    taskId: mask(fault.taskId),
    businessId: mask(fault.businessId),
    details: fault.details.map((detail) => ({ field: mask(detail.field), message: mask(detail.message) }))
  }
}
