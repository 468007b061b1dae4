import type { BatchInput } from './batch-input.ts'

/** Batch options by capability ID. The options are kept until the page closes, so that closing the dialog by mistake loses nothing. */
const batchRequests = new Map<string, BatchInput>()

export function lastBatchInput(capabilityId: string): BatchInput | null {
  return batchRequests.get(capabilityId) ?? null
}

export function rememberBatchInput(capabilityId: string, batchRequest: BatchInput): void {
  batchRequests.set(capabilityId, batchRequest)
}
