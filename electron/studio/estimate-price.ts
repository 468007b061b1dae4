import type { Capability } from '../../shared/form/capability.ts'
import type { EstimatedPrice, SourcedEstimate } from '../../shared/form/pricing.ts'
import type { Values } from '../../shared/form/values.ts'
import { activeConnection } from './connection-pool.ts'
import type { StudioParts } from './studio-parts.ts'

type PriceDependencies = Pick<StudioParts, 'connections' | 'estimator'>

/** Returns the price for the active account. Requests an estimate from the service if necessary. Never rejects. */
export async function estimatePrice(
  { connections, estimator }: PriceDependencies,
  submission: { readonly capability: string; readonly values: Values }
): Promise<SourcedEstimate> {
  const connection = activeConnection(connections)
  const capability = connection?.discovery.current().find((one) => one.id === submission.capability)
  if (connection === null || capability === undefined) return { credits: null, lines: [], source: 'none' }
  return estimator.estimate({ tools: connection.tools, capability, values: submission.values })
}

/** Returns the price without requesting an estimate, because sending doesn't wait for one. */
export function knownPrice({ connections, estimator }: PriceDependencies, capability: Capability, values: Values): EstimatedPrice {
  const connection = activeConnection(connections)
  return connection === null ? { credits: null, source: 'none' } : estimator.knownPrice({ tools: connection.tools, capability, values })
}
