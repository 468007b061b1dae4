import type { BatchRequest } from './batch-request.ts'

/** Batch options are kept while the app runs. Closing the dialog by mistake then loses nothing. */
const batchRequests = new Map<string, BatchRequest>()

export function recalledBatchRequest(capabilityId: string): BatchRequest | null {
  return batchRequests.get(capabilityId) ?? null
}

export function rememberBatchRequest(capabilityId: string, batchRequest: BatchRequest): void {
  batchRequests.set(capabilityId, batchRequest)
}
