import { useMemo } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Demonstration } from './demonstrations.ts'
import { createLazyModule } from './lazy-module.ts'

const { useModule } = createLazyModule(() => import('./demonstrations.ts'))

/** Returns the demonstrations by capability ID. Null until they are loaded. */
export function useDemonstrations(capabilities: readonly Capability[]): ReadonlyMap<string, Demonstration> | null {
  const module = useModule()
  return useMemo(() => module?.demonstrationsOf(capabilities) ?? null, [module, capabilities])
}
