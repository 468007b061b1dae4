import { z } from 'zod'
import type { ContractChange, ContractChangeLog } from '../app/contract-change.ts'
import type { CapabilityListJson } from '../form/capability-list-json.ts'
import type { SourcedEstimate } from '../form/pricing.ts'
import { valuesSchema } from '../form/values.ts'
import { idSchema, declareRequest } from './request.ts'

export const contractRequests = {
  'capability.list': declareRequest().returns<CapabilityListJson>(),
  /** Returns a task's estimated price. The price is unknown if the service doesn't respond within a time limit. */
  'price.estimate': declareRequest(z.object({ capability: idSchema, values: valuesSchema })).returns<SourcedEstimate>(),
  'contract.changes': declareRequest().returns<ContractChangeLog>(),
  'contract.checkAgain': declareRequest().returns<ContractChangeLog>(),
  /** Marks every change so far as seen. */
  'contract.seen': declareRequest(),
  /** Returns the audio sample of an option, such as a voice. `index` is the option's position in the field. */
  'contract.sample': declareRequest(z.object({ capability: idSchema, field: idSchema, index: z.int().min(0).max(10_000) })).returns<{
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly contentType: string
  }>()
}

export type ContractEvents = {
  'capabilities.changed': CapabilityListJson
  'contract.changed': ContractChange
}
