import type { Capability } from '../../shared/form/capability.ts'
import { modesOf, type MediaField } from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { inputTargets } from '../media/input-targets.ts'
import type { CapabilityUse } from './result-actions.ts'
import { compareByUse } from './result-actions.ts'

/** A capability that accepts given media, with each field that accepts them. Mask fields come last. */
export type InputCapability = { readonly capability: Capability; readonly fields: readonly MediaField[] }

/**
 * Returns every capability that accepts all of `media` together. The most used come first, then those first in `capabilityVerbs`.
 * Capabilities that take the media only as a mask come last.
 */
export function inputCapabilities(
  capabilities: readonly Capability[],
  media: readonly Medium[],
  uses: ReadonlyMap<string, CapabilityUse>
): readonly InputCapability[] {
  const byCapability = Map.groupBy(inputTargets(capabilities, media), ({ capability }) => capability)
  const compare = compareByUse(uses)
  return [...byCapability]
    .map(([capability, targets]) => {
      const fields = targets.map(({ field }) => field)
      const mode = modesOf(capability).find(({ needs }) => fields.some(({ name }) => needs.includes(name))) ?? null
      return { capability, fields, mode, isOnlyMask: fields.every(({ isMask }) => isMask) }
    })
    .toSorted((one, other) => Number(one.isOnlyMask) - Number(other.isOnlyMask) || compare(one, other))
    .map(({ capability, fields }) => ({ capability, fields }))
}
