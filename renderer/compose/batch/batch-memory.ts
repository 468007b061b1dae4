import type { BatchRequest } from './batch-request.ts'

/** Batch options by capability ID. The options are kept until the page closes, so that closing the dialog by mistake loses nothing. */
const batchRequests = new Map<string, BatchRequest>()

export function recalledBatchRequest(capabilityId: string): BatchRequest | null {
  return batchRequests.get(capabilityId) ?? null
}

export function rememberBatchRequest(capabilityId: string, batchRequest: BatchRequest): void {
  batchRequests.set(capabilityId, batchRequest)
}
