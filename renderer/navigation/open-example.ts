import type { Outcome } from '../../shared/ipc/outcome.ts'
import type { CapabilityExample } from '../media/examples/example.ts'
import { navigate } from './route.ts'

/** Opens a form with an example’s values. Nothing is sent. Returns a failure if a sample file can’t be saved. */
export async function openExample(capabilityId: string, example: CapabilityExample): Promise<Outcome<unknown>> {
  const { fillExample } = await import('../media/examples/fill-example.ts')
  const outcome = await fillExample(example)
  if (outcome.ok) navigate({ view: 'compose', capabilityId, prefill: { ...outcome.value, from: null } })
  return outcome
}
