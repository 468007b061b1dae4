import { useMemo } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { capabilityIcon } from './capability-text.ts'
import type { InputTarget } from './input-targets.ts'
import { inputTargets } from './input-targets.ts'
import { useCapabilities } from '../bridge/use-session.ts'

export type InputTargetItem = {
  readonly id: string
  readonly label: string
  readonly aside: string
  readonly icon: ReturnType<typeof capabilityIcon>
  readonly target: InputTarget
}

const none: readonly InputTargetItem[] = []

/**
 * Menu items for every field of every capability that accepts all of `media` together. `media` is null while the menu isn't needed. Pass
 * the same array on every render, so that the items aren't recalculated.
 */
export function useInputTargetItems(media: readonly Medium[] | null): readonly InputTargetItem[] {
  const capabilities = useCapabilities()
  return useMemo(
    () =>
      media === null || capabilities.state !== 'ready'
        ? none
        : inputTargets(capabilities.value, media).map((target) => ({
            id: `${target.capability.id} ${target.field.name}`,
            label: target.capability.title,
            aside: target.field.label,
            icon: capabilityIcon(target.capability),
            target
          })),
    [media, capabilities]
  )
}
