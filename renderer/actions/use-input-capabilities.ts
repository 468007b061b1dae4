import { useMemo } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import type { InputCapability } from './input-capabilities.ts'
import { inputCapabilities } from './input-capabilities.ts'
import { useCapabilityUses } from './use-result-actions.ts'

const none: readonly InputCapability[] = []

/**
 * Returns every capability that accepts all of `media` together, best first. `media` is null while the list isn't needed. Pass the same
 * array on every render, so that the list isn't recalculated.
 */
export function useInputCapabilities(media: readonly Medium[] | null): readonly InputCapability[] {
  const capabilities = useCapabilities()
  const uses = useCapabilityUses()
  return useMemo(
    () => (media === null || capabilities.state !== 'ready' ? none : inputCapabilities(capabilities.value, media, uses)),
    [media, capabilities, uses]
  )
}
